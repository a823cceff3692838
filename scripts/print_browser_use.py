#!/usr/bin/env python3
"""Prints what browser-use gives a model of recorded pages: NAME.browser-use.txt beside each NAME.protocol.json.gz of a folder.

usage: print_browser_use.py DIR

`record_dialects.mjs` records; the installed package `browser-use` puts the answers of Chromium together and prints them. No browser runs.
"""
import asyncio, glob, gzip, json, logging, os, sys, types

os.environ["ANONYMIZED_TELEMETRY"] = "false"
from browser_use.dom.serializer.serializer import DOMTreeSerializer
from browser_use.dom.service import DomService
from browser_use.dom.views import TargetAllTrees

logging.disable(logging.CRITICAL)
sys.setrecursionlimit(20000)


class Recorded(DomService):
    """The service with recorded answers in the place of a browser."""

    def __init__(self, answers):
        async def session(*_, **__):
            return types.SimpleNamespace(session_id="recorded")

        super().__init__(types.SimpleNamespace(get_or_create_cdp_session=session, logger=logging.getLogger("recorded"), id="recorded"))
        self.answers = answers

    async def _get_all_trees(self, _):
        answers = self.answers
        return TargetAllTrees(
            snapshot=answers["snapshot"], dom_tree=answers["dom"], ax_tree={"nodes": answers["nodes"]}, device_pixel_ratio=1.0, cdp_timing={}
        )


for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.protocol.json.gz"))):
    root, _ = asyncio.run(Recorded(json.loads(gzip.open(path).read())).get_dom_tree("recorded"))
    state, _ = DOMTreeSerializer(root, None).serialize_accessible_elements()
    with open(path.replace(".protocol.json.gz", ".browser-use.txt"), "w") as out:
        out.write(state.llm_representation())
