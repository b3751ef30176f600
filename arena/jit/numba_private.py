"""All that leans on parts of numba that it promises to nobody. Nothing else of ours touches them.

``TRIED`` are the oldest and the newest numba with which it was tried; pyproject.toml allows what lies between, and
``nox -s numba`` tries both ends. To admit another version: write it there and here, and run that session.

Importing this file imports nothing of numba: a process that takes its kernels from a bundle (stored.py) does without.
"""

from __future__ import annotations

import builtins
import ctypes
import sys
from collections.abc import Iterable
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from arena.jit.choose import Kind

TRIED = ("0.61.0", "0.68.1")
NO_REFERENCES = {"_nrt": False}  # an option of njit: count no references to arrays
_EXTENSIONS = ("numba._helperlib", "numba._dynfunc", "numba.core.runtime._nrt_python")


def import_without_scipy() -> Any:
    """Import numba without SciPy, which it loads to see whether it is there: 100 mapped files that every fork copies.

    Kernels of others that multiply matrices still find it, when they are compiled.
    """
    if "scipy" not in sys.modules and "numba" not in sys.modules:
        hidden = ("scipy", "scipy.linalg", "scipy.linalg.cython_blas")
        sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # None has an import fail
        try:
            import numba.np.arraymath as looked
        finally:
            for name in hidden:
                del sys.modules[name]
        if hasattr(looked, "_HAVE_BLAS"):
            looked._HAVE_BLAS = find_spec("scipy") is not None
    import numba

    return numba


def was_compiled(kernel: Any) -> bool:
    """Tell whether numba compiled a kernel, rather than to find it in its cache."""
    return bool(kernel.stats.cache_misses)


def allow_compiling(kernel: Any, allowed: bool) -> None:
    """Let a kernel be compiled for more types, or not."""
    kernel._can_compile = allowed


def type_of_global(value: Any) -> Any:
    """Return the type that numba gives to a global of a kernel: an intrinsic, for one."""
    from numba.core import registry

    registry.cpu_target.target_context.refresh()
    registry.cpu_target.typing_context.refresh()  # they may be newer than what is being compiled
    return registry.cpu_target.typing_context.resolve_value_type(value)


def type_of_kernel(kernel: Any) -> Any:
    """Return the type of a kernel that numba compiled, for kernels that call it."""
    from numba.core import types

    return types.Dispatcher(kernel)


class MachineCode(NamedTuple):
    """A kernel as numba keeps it. wrapper, function, environment: names in the object file.

    wrapper: what Python calls. function: what other kernels call.
    """

    wrapper: str
    function: str
    environment: str
    object: bytes


def code_in_cache(kernel: Any, signature: Any) -> MachineCode | None:
    """Return the code of a kernel for one signature out of numba's cache; None where it needs Python objects at hand.

    Raises AttributeError, TypeError or ValueError where the cache is not as it is known here.
    """
    cache = kernel._cache
    found = cache._cache_file.load(cache._index_key(signature, kernel.targetctx.codegen()))
    (_, kind, (compiled, _)), names, environment, *_ = found
    if kind != "object" or environment.consts:
        return None
    return MachineCode(names.llvm_cpython_wrapper_name, names.llvm_func_name, names.env_name, compiled)


def entry_points(kernel: Any) -> list[tuple[tuple[Any, ...], Any]]:
    """Return what numba compiled of a kernel: types of the arguments, and what calls it without a look at them."""
    return [(types, code.entry_point) for types, code in kernel.overloads.items()]


def is_kernel(value: Any) -> bool:
    """Tell whether numba made this of a function. Imports nothing of numba."""
    core = sys.modules.get("numba.core.dispatcher")
    return core is not None and isinstance(value, core.Dispatcher)


def address_of_kernel(kernel: Any, signature: Any) -> int:
    """Return where the code of a kernel for one signature lies, compiled now if it was not, for ``call_at_address``.

    Raises TypeError where it cannot be had for these types.
    """
    from numba.core import types
    from numba.core.errors import NumbaError

    try:
        found = kernel.get_compile_result(signature)
    except (TypeError, NumbaError) as error:
        raise TypeError(f"{kernel.__name__} cannot be compiled for {signature}: {error}") from None
    returned = types.unliteral(found.signature.return_type)  # type: ignore[no-untyped-call]
    if returned != signature.return_type:
        raise TypeError(f"{kernel.__name__} returns {returned}, not {signature.return_type}")
    return int(found.library.get_pointer_to_function(found.fndesc.llvm_func_name))


def call_at_address(signature: Any) -> Any:
    """Return an intrinsic, ``call(address, *args)``: it calls what ``address_of_kernel`` tells of that signature.

    Whatever the kernel raises goes on to the caller of the one that calls it.
    """
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    def generate(context: Any, builder: Any, typed: Any, args: Any) -> Any:
        convention, result, given = context.call_conv, typed.return_type, typed.args[1:]
        pointer = convention.get_function_type(result, given).as_pointer()
        status, value = convention.call_function(builder, builder.inttoptr(args[0], pointer), result, given, args[1:])
        with cgutils.if_unlikely(builder, status.is_error):  # type: ignore[no-untyped-call]
            convention.return_status_propagate(builder, status)
        return value

    typed = signature.return_type(types.int64, *signature.args)

    def two(typingctx: Any, address: Any, first: Any, second: Any) -> Any:
        return typed, generate

    def three(typingctx: Any, address: Any, first: Any, second: Any, third: Any) -> Any:
        return typed, generate

    return intrinsic({2: two, 3: three}[len(signature.args)])


def takes_named_tuples(signatures: Iterable[Any]) -> bool:
    """Whether one of numba's signatures has named tuples."""
    from numba.core.types import BaseNamedTuple

    for signature in signatures:
        if isinstance(signature, str):  # names of numba's own types, and none of named tuples
            continue
        arguments = signature if isinstance(signature, tuple) else signature.args
        if any(isinstance(argument, BaseNamedTuple) for argument in arguments):
            return True
    return False


def kind_of_type(argument: Any) -> Kind:
    """Return the kind of an argument of a type of numba's, as ``choose.Chooser`` wants it."""
    from numba.core import types

    if isinstance(argument, types.BaseTuple):
        inner: Any = argument
        return tuple([_outer(one) for one in inner])
    return _outer(argument)


def _outer(argument: Any) -> str:
    # What ``choose.kind_of`` returns for an argument of this type.
    from numba.core import types
    from numba.np.numpy_support import as_dtype

    if isinstance(argument, types.Array):
        return str(as_dtype(argument.dtype).str)
    return "tuple" if isinstance(argument, types.BaseTuple) else "none" if isinstance(argument, types.NoneType) else ""


class Callables:
    """Makes functions of linked machine code: what numba's own wrappers need, without numba's packages."""

    def __init__(self, llvm: Any) -> None:
        """Tell the linker where the functions are that wrappers call. Raises ImportError, AttributeError."""
        helpers, self._dynfunc, runtime = map(_extension, _EXTENSIONS)
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        llvm.add_symbol("_Py_NoneStruct", id(None))
        for module in (helpers, self._dynfunc):
            for name, address in module.c_helpers.items():
                llvm.add_symbol(f"numba_{name}", address)
        for found in vars(builtins).values():
            if isinstance(found, type) and issubclass(found, BaseException):
                llvm.add_symbol(f"PyExc_{found.__name__}", id(found))
        runtime.memsys_use_cpython_allocator()
        for name, address in runtime.c_helpers.items():
            llvm.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)

    def make(self, function: Any, name: str, wrapper: int, slot: int, owner: Any) -> Any:
        """Return what runs the wrapper at an address as a function of Python.

        function: that it was compiled from. slot: the address of its environment, 0 for none. owner: lives as long.
        """
        environment = self._dynfunc.Environment(function.__globals__)
        if slot:
            ctypes.c_void_p.from_address(slot).value = id(environment)
        return self._dynfunc.make_function(
            sys.modules[function.__module__], name, function.__doc__ or "", wrapper, environment, (owner,)
        )


def _extension(name: str) -> Any:
    """Import one of numba's extension modules without the packages around it. Raises ImportError."""
    if name in sys.modules:
        return sys.modules[name]
    package = find_spec("numba")
    if package is None or package.submodule_search_locations is None:
        raise ImportError("numba is not installed")
    stem = Path(package.submodule_search_locations[0], *name.split(".")[1:])
    path = next((p for end in EXTENSION_SUFFIXES if (p := stem.with_name(stem.name + end)).exists()), None)
    if path is None:
        raise ImportError(f"there is no {name}")
    spec = spec_from_file_location(name, path, loader=ExtensionFileLoader(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module: ModuleType = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
