"""Seccomp: system calls that no bot needs are refused, for this process and all that it starts (x86-64, aarch64).

No socket can be made (a socket pair can), no process looked into, no namespace, mount, key, or kernel service
touched; nor what would outlive a process, tell of others, or wake one that stands still. Refused calls fail with
EPERM; programs see an ordinary error. By ctypes: the filter is a few instructions of classic BPF. Numbers: the
kernel's unistd tables.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct

from arena.runner.sandbox.landlock import no_new_privileges

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCH, _FIRST = 0, 4, 16  # offsets in struct seccomp_data
_NEW_NAMESPACES = 0x7E020000 | 0x80  # CLONE_NEW*: cgroup, uts, ipc, user, pid, net, mount; time

# call -> (number on x86-64, on aarch64); None where it does not exist
_REFUSED: dict[str, tuple[int | None, int]] = {
    "socket": (41, 198), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_getfd": (438, 438), "process_madvise": (440, 440), "unshare": (272, 97), "setns": (308, 268),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431),
    "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442), "open_by_handle_at": (304, 265),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282), "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427), "keyctl": (250, 219), "add_key": (248, 217),
    "request_key": (249, 218), "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "reboot": (169, 142), "swapon": (167, 224),
    "swapoff": (168, 225), "acct": (163, 89), "syslog": (103, 116), "settimeofday": (164, 170),
    "clock_settime": (227, 112), "clock_adjtime": (305, 266), "adjtimex": (159, 171), "sethostname": (170, 161),
    "setdomainname": (171, 162), "quotactl": (179, 60), "iopl": (172, -1), "ioperm": (173, -1),
    "fanotify_init": (300, 262), "memfd_secret": (447, 447),
    # What passes from one game to the next, or from one bot to another, beside the files:
    "shmget": (29, 194), "shmctl": (31, 195), "shmat": (30, 196), "shmdt": (67, 197), "semget": (64, 190),
    "semctl": (66, 191), "semtimedop": (220, 192), "semop": (65, 193), "msgget": (68, 186), "msgctl": (71, 187),
    "msgrcv": (70, 188), "msgsnd": (69, 189), "mq_open": (240, 180), "mq_unlink": (241, 181),
    "mq_timedsend": (242, 182), "mq_timedreceive": (243, 183), "mq_notify": (244, 184), "mq_getsetattr": (245, 185),
    "memfd_create": (319, 279), "flock": (73, 32), "inotify_init": (253, -1), "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27), "inotify_rm_watch": (255, 28), "cachestat": (451, 451), "mincore": (27, 232),
    "name_to_handle_at": (303, 264), "migrate_pages": (256, 238), "move_pages": (279, 239),
    # What makes the whole machine wait for its disks; quotas and mounts by their newer calls:
    "sync": (162, 81), "syncfs": (306, 267), "quotactl_fd": (443, 443), "open_tree_attr": (467, 467),
    # What a process that stands still could be woken by: a timer with a signal of its choice.
    "timer_create": (222, 107),
}  # fmt: skip
# call -> (numbers as above, argument, values with which it is refused)
_REFUSED_WITH: dict[str, tuple[tuple[int, int], int, tuple[int, ...]]] = {
    # Locks (F_GETLK to F_SETLKW, and those of open files), F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_GETLEASE,
    # F_NOTIFY, F_SETPIPE_SZ.
    "fcntl": ((72, 25), 1, (5, 6, 7, 36, 37, 38, 8, 10, 15, 1024, 1025, 1026, 1031)),
    # SO_RCVTIMEO, old and new: a read that is woken by the clock. SO_SNDBUF, SO_SNDBUFFORCE: what lies in a socket is
    # no process's memory, and there may be many.
    "setsockopt": ((54, 208), 2, (20, 66, 7, 32)),
    "prctl": ((157, 167), 0, (1,)),  # PR_SET_PDEATHSIG: a signal of one's choice, when another process ends
    # A pair of datagram sockets (SOCK_DGRAM, and SOCK_RAW which becomes one; with and without SOCK_NONBLOCK and
    # SOCK_CLOEXEC): each end could send to any socket that has a name, a system's log for one.
    "socketpair": ((53, 199), 1, tuple(kind | flags for kind in (2, 3) for flags in (0, 0x800, 0x80000, 0x80800))),
    # Pushing files that others use out of the page cache: POSIX_FADV_DONTNEED; MADV_COLD, MADV_PAGEOUT.
    "fadvise64": ((221, 223), 3, (4,)), "madvise": ((28, 233), 2, (20, 21)),
}  # fmt: skip
# call -> (numbers as above, argument): refused unless it is 0, which stands for the caller. The launcher's limits,
# priority and processors would pass to the next game.
_OWN_ONLY: dict[str, tuple[tuple[int, int], int]] = {
    "prlimit64": ((302, 261), 0), "sched_setaffinity": ((203, 122), 0), "sched_setattr": ((314, 274), 0),
    "sched_setscheduler": ((144, 119), 0), "sched_setparam": ((142, 118), 0), "setpriority": ((141, 140), 1),
    "ioprio_set": ((251, 30), 1),
    "preadv2": ((327, 286), 5),  # its flags: RWF_NOWAIT tells what lies in the page cache
}  # fmt: skip
# Where files are not read-only by a mount of the bot's own: owners, modes, times and attributes of any file of the same
# user, which Landlock leaves alone. Another bot's plug-in could be closed by them.
_ATTRIBUTES: dict[str, tuple[int | None, int]] = {
    "chmod": (90, -1), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92, -1),
    "fchown": (93, 55), "lchown": (94, -1), "fchownat": (260, 54), "setxattr": (188, 5), "lsetxattr": (189, 6),
    "fsetxattr": (190, 7), "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    "utime": (132, -1), "utimes": (235, -1), "futimesat": (261, -1), "utimensat": (280, 88),
    "setxattrat": (463, 463), "removexattrat": (466, 466), "file_setattr": (469, 469),
}  # fmt: skip
_ONE_PROCESS = {"setpriority": 0, "ioprio_set": 1}  # their first argument that speaks of a process, not of a user
_MACHINES = {"x86_64": (0, 0xC000003E, 56), "aarch64": (1, 0xC00000B7, 220)}  # column, audit number, clone
_CLONE3 = 435

_LIBC = ctypes.CDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def known() -> bool:
    """Return whether this machine's calls have numbers here, and the kernel takes filters."""
    # Asking with no filter fails with EFAULT where filters exist, with EINVAL where they do not.
    _LIBC.prctl(_PR_SET_SECCOMP, _MODE_FILTER, None, 0, 0)
    return platform.machine() in _MACHINES and ctypes.get_errno() == errno.EFAULT


def program(machine: str, *, attributes: bool = True) -> bytes:
    """Return the filter for a machine, as struct sock_filter[]. attributes: whether those of files may be changed."""
    column, audit, clone = _MACHINES[machine]
    code = [
        (_LOAD, 0, 0, _ARCH),
        (_EQUAL, 1, 0, audit),
        (_RETURN, 0, 0, _KILL),  # calls of another architecture have other numbers
        (_LOAD, 0, 0, _NUMBER),
    ]
    if machine == "x86_64":
        code += [(_AT_LEAST, 0, 1, 0x40000000), (_RETURN, 0, 0, _ERRNO | errno.ENOSYS)]  # the x32 calls
    code += [
        (_EQUAL, 0, 1, _CLONE3),
        (_RETURN, 0, 0, _ERRNO | errno.ENOSYS),  # its flags lie in memory; the C library then takes clone
    ]
    for numbers in (*_REFUSED.values(), *(() if attributes else _ATTRIBUTES.values())):
        number = numbers[column]
        if number is not None and number >= 0:
            code += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERRNO | errno.EPERM)]
    for pair, argument, values in _REFUSED_WITH.values():
        code += [(_EQUAL, 0, len(values) + 3, pair[column]), (_LOAD, 0, 0, _argument(argument))]
        code += [(_EQUAL, len(values) - index, 0, value) for index, value in enumerate(values)]
        code += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _ERRNO | errno.EPERM)]
    for name, (pair, argument) in _OWN_ONLY.items():
        which = _ONE_PROCESS.get(name)
        code += [(_EQUAL, 0, 4 if which is None else 6, pair[column])]
        if which is not None:
            code += [(_LOAD, 0, 0, _argument(0)), (_EQUAL, 0, 3, which)]
        code += [(_LOAD, 0, 0, _argument(argument)), (_EQUAL, 0, 1, 0), (_RETURN, 0, 0, _ALLOW),
                 (_RETURN, 0, 0, _ERRNO | errno.EPERM)]  # fmt: skip
    code += [
        (_EQUAL, 0, 3, clone),
        (_LOAD, 0, 0, _FIRST),
        (_ANY_BIT, 0, 1, _NEW_NAMESPACES & ~0x80),  # 0x80 is part of the exit signal's byte for clone
        (_RETURN, 0, 0, _ERRNO | errno.EPERM),
        (_RETURN, 0, 0, _ALLOW),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in code)


def _argument(number: int) -> int:
    return _FIRST + 8 * number  # its lower half, on these machines the first


def refuse(*, attributes: bool = True) -> None:
    """Put the filter on this process. Raises OSError.

    attributes: whether modes, owners and times of files may be changed, as far as the file system allows.
    """
    no_new_privileges()
    code = program(platform.machine(), attributes=attributes)
    filter_ = _Program(len(code) // 8, code)
    if _LIBC.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(filter_), 0, 0) < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"seccomp: {os.strerror(number)}")
