"""Games of a tournament on other machines, which Dask distributed connects: ``arena run FILE --cluster ADDRESS``.

Here, at the driver: ``clustered.py`` (the source of a run), ``dispatch.py`` (who plays which games), ``fleet.py`` (the
machines: looked at, got ready, lost; each is a ``cluster_machine.py``), ``link.py`` (Dask's client, and the only user
of it). There: ``task.py`` is what a Dask worker calls, and ``machine.py`` the process of ours that it starts, with the
arena's own workers below it. What the two say to each other is ``messages.py``; ``parts.py``, ``needed.py`` and
``facts.py`` tell whether both have the same, and ``sending.py`` makes messages of files.
"""
