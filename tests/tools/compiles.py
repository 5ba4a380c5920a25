"""A program about which shrike is asked several times is compiled once, where there is ccache."""

import os

CCACHE = "/usr/lib/ccache"


def once(folder):
    """More of an environment for shrike; what was compiled is kept in the folder."""
    if not os.access(f"{CCACHE}/clang-19", os.X_OK):
        return {}
    os.makedirs(folder, exist_ok=True)
    return {"PATH": f"{CCACHE}:{os.environ['PATH']}", "CCACHE_DIR": os.path.abspath(folder), "CCACHE_MAXSIZE": "20M"}
