"""The files of an encrypted connection, looked at before it is tried: what is wrong with one names it."""

from __future__ import annotations

import ssl

from arena.errors import ConfigError

_CA, _CERT, _KEY = "--tls-ca", "--tls-cert", "--tls-key"
_CERTIFICATE, _PRIVATE, _LOCKED = b"BEGIN CERTIFICATE", b"PRIVATE KEY-----", b"ENCRYPTED"


def check_files(ca: str | None, cert: str | None, key: str | None) -> None:
    """Raise ConfigError, naming the option, for files that no connection can be made with.

    ca: who is trusted. cert, key: our certificate and its key; the key may stand in the certificate's file.
    """
    missing = [option for option, path in ((_CA, ca), (_CERT, cert)) if not path]
    if ca is None or cert is None or missing:
        problem = "an encrypted connection needs to know who is trusted, and a certificate of ours with its key"
        raise ConfigError(", ".join(missing), problem, f"Name files by {_CA}, {_CERT} and {_KEY}, in PEM")
    _has(_CA, ca, _CERTIFICATE, "certificate")
    _has(_CERT, cert, _CERTIFICATE, "certificate")
    option, holder = (_KEY, key) if key else (_CERT, cert)
    data = _has(option, holder, _PRIVATE, "private key")
    if _LOCKED in data:
        raise ConfigError(option, f"the key in {holder} is locked by a password", "Name a file with a key that is not")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        context.load_verify_locations(ca)
    except (ssl.SSLError, OSError) as error:
        raise ConfigError(_CA, f"{ca} cannot be used ({_why(error)})", "Name a PEM file of certificates") from error
    try:
        context.load_cert_chain(cert, key)
    except (ssl.SSLError, OSError) as error:
        if isinstance(error, ssl.SSLError) and error.reason == "KEY_VALUES_MISMATCH":
            problem, remedy = (
                f"{holder} has the key of another certificate than {cert}",
                "Name the two that belong together",
            )
        else:
            problem, remedy = (
                f"{cert} and {holder} cannot be used ({_why(error)})",
                "Name a certificate and its key in PEM",
            )
        raise ConfigError(f"{_CERT}, {_KEY}", problem, remedy) from error


def _has(option: str, path: str, mark: bytes, what: str) -> bytes:
    # Returns what is in a file. Raises ConfigError where it cannot be read, or has no such part.
    try:
        with open(path, "rb") as file:
            data = file.read(1 << 20)
    except OSError as error:
        raise ConfigError(option, f"{path} cannot be read ({error.strerror})") from error
    if mark not in data:
        raise ConfigError(option, f"{path} has no {what}", f"Name a PEM file that has one: it says {mark.decode()}")
    return data


def _why(error: OSError) -> str:
    return str(getattr(error, "reason", None) or error.strerror or error)
