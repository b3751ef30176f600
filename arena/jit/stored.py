"""Kernels as machine code, without the compiler that made it: llvmlite links them, and no part of numba is imported but
three small extension modules that their wrappers call (numba_private.py).

A process with numba holds 60 MB more and takes half a second longer to start, and of a template every fork copies the
page tables of all that. write.py makes the bundles; whatever does not fit exactly (another machine, another version,
a damaged file) is not used, and the kernels are compiled as if there were no bundle.

A bundle: 32 bytes of BLAKE2b over the rest, which is MessagePack: a Bundle. It holds code to be run, so it lies where
only its user writes, as numba's own cache does.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from arena.jit.choose import Chooser, Kind
from arena.jit.direct import DirectKernel
from arena.jit.numba_private import Callables, type_of_kernel


class Machine(msgspec.Struct, frozen=True):
    """What code was compiled for, and by what."""

    python: str
    numba: str
    llvmlite: str
    numpy: str
    triple: str
    cpu: str
    features: str


class StoredCode(msgspec.Struct, frozen=True):
    """One kernel for one signature.

    order: which of the kernels that are made of this function, from 0.
    kinds: of its arguments, see choose.py. wrapper, function, environment: names in the object file.
    """

    module: str
    name: str
    order: int
    kinds: tuple[Kind, ...]
    wrapper: str
    function: str
    environment: str
    object: bytes


class Bundle(msgspec.Struct, frozen=True):
    """Kernels that were compiled together, in the order of their definition."""

    machine: Machine
    codes: tuple[StoredCode, ...]


class Damaged(Exception):
    """A file that is no bundle, or not the one that was written."""


def pack(bundle: Bundle) -> bytes:
    """Return the bytes of a bundle's file."""
    body = msgspec.msgpack.encode(bundle)
    return hashlib.blake2b(body, digest_size=32).digest() + body


def unpack(data: bytes) -> Bundle:
    """Return the bundle of a file's bytes. Raises Damaged."""
    body = data[32:]
    if hashlib.blake2b(body, digest_size=32).digest() != data[:32]:
        raise Damaged("its checksum is wrong")
    try:
        return msgspec.msgpack.decode(body, type=Bundle)
    except msgspec.MsgspecError as error:
        raise Damaged(str(error)) from None


def this_machine() -> Machine:
    """Return what this process could run."""
    import llvmlite.binding as llvm  # type: ignore[import-untyped]

    return Machine(
        python=sys.version,
        numba=version("numba"),
        llvmlite=version("llvmlite"),
        numpy=version("numpy"),
        triple=llvm.get_process_triple(),
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
    )


class StoredKernel(Chooser):
    """A kernel whose code came from a bundle, called as numba's would be: positional arguments of the exact types."""

    def __init__(
        self,
        function: Callable[..., Any],
        linked: list[tuple[StoredCode, Callable[..., Any], int]],
        compiled: Callable[[], Any],
    ) -> None:
        """Raises Damaged where signatures cannot be told apart. linked: with what calls each, and its address."""
        self.__name__, self.__doc__, self.__wrapped__ = function.__name__, function.__doc__, function
        self._compiled = cache(compiled)
        self._addresses = {code.kinds: address for code, _, address in linked}
        try:
            super().__init__(function.__name__, [(code.kinds, made) for code, made, _ in linked])
        except ValueError as error:
            raise Damaged(str(error)) from None

    def address(self, kinds: tuple[Kind, ...]) -> int:
        """Return where its code for arguments of these kinds lies. Raises TypeError where there is none."""
        address = self._addresses.get(kinds)
        if not address:
            raise TypeError(f"{self.__name__} was not compiled for {len(kinds)} such arguments")
        return address

    @property
    def _numba_type_(self) -> Any:
        # What numba asks a global for that it does not know: somebody compiles a kernel that calls this one.
        compiled = self._compiled()
        return type_of_kernel(compiled.dispatcher if isinstance(compiled, DirectKernel) else compiled)


class Bundles:
    """The bundles of a process. The code of one is linked when the first module of its kernels is imported.

    modules: of which there are kernels, in the order in which they were defined. Bundles that are not there, are
    damaged, or were made for another machine are left out; where nothing is left, there are no modules.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self._of: dict[str, Bundle] = {}
        self._linkers: dict[int, Linker | None] = {}
        for path in paths:
            try:
                bundle = unpack(path.read_bytes())
            except (OSError, Damaged):
                continue
            if bundle.machine == this_machine():
                self._of = {code.module: bundle for code in bundle.codes} | self._of
        self.modules = tuple(self._of)

    def kernel(self, function: Callable[..., Any], order: int, compiled: Callable[[], Any]) -> StoredKernel | None:
        """Return a kernel of a function, None where no bundle has code for it that can be linked; see ``Linker``."""
        bundle = self._of.get(function.__module__)
        if bundle is None:
            return None
        if id(bundle) not in self._linkers:
            try:
                self._linkers[id(bundle)] = Linker(bundle)
            except Exception:  # whatever it is, numba can compile them, and says what is wrong if it fails as well
                self._linkers[id(bundle)] = None
        linker = self._linkers[id(bundle)]
        return None if linker is None else linker.kernel(function, order, compiled)


class Linker:
    """Makes callables of a bundle's code. Raises what llvmlite or the loader of extension modules raises."""

    def __init__(self, bundle: Bundle) -> None:
        import llvmlite.binding as llvm

        self._callables = Callables(llvm)
        machine = bundle.machine
        target = llvm.Target.from_triple(machine.triple).create_target_machine(
            cpu=machine.cpu, features=machine.features, codemodel="jitdefault", jit=True,
            reloc="static" if machine.triple.startswith(("x86", "i")) else "default",
        )  # fmt: skip
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        self._codes: dict[tuple[str, str, int], list[StoredCode]] = {}
        for code in bundle.codes:
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(code.object))
            self._codes.setdefault((code.module, code.name, code.order), []).append(code)
        self._engine.finalize_object()

    def kernel(self, function: Callable[..., Any], order: int, compiled: Callable[[], Any]) -> StoredKernel | None:
        """Return a kernel of a function, None where the bundle has no code for it.

        order: see Code. compiled: returns it as numba compiles it, for kernels of others that call it.
        """
        codes = self._codes.get((function.__module__, function.__name__, order))
        if codes is None:
            return None
        return StoredKernel(function, [self._linked(function, code) for code in codes], compiled)

    def _linked(self, function: Callable[..., Any], code: StoredCode) -> tuple[StoredCode, Callable[..., Any], int]:
        wrapper = self._engine.get_function_address(code.wrapper)
        slot = self._engine.get_global_value_address(code.environment)
        made: Callable[..., Any] = self._callables.make(function, code.name, wrapper, slot, self._engine)
        return code, made, self._engine.get_function_address(code.function)
