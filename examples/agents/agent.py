"""An agent loop: a model calls the tools of `stillpage mcp` until it has an answer.

pip install mcp
python agent.py STILLPAGE SITE PAGE
"""
import asyncio
import re
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def run(model, command, site, task):
    server = StdioServerParameters(command=command, args=["mcp", "--root", site, "--caps", "core"])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        tools = (await session.list_tools()).tools
        messages = [{"role": "user", "content": task}]
        for _ in range(20):
            step = model(messages, tools)
            if "answer" in step:
                return step["answer"]
            result = await session.call_tool(step["tool"], step["arguments"])
            text = "\n".join(part.text for part in result.content if part.type == "text")
            messages += [{"role": "assistant", "content": step}, {"role": "tool", "content": text}]
        raise RuntimeError("no answer after 20 steps")


def scripted(messages, tools):
    """Stands in for a model. A real one gets the messages and `tool.inputSchema` of the tools, and returns the same."""
    seen = messages[-1]["content"]
    if len(messages) == 1:
        return {"tool": "browser_navigate", "arguments": {"url": seen.split()[-1]}}
    if "### Snapshot" not in seen and "### Changes" not in seen:
        return {"tool": "browser_snapshot", "arguments": {}}
    button = re.search(r'button "Back to basket".*?\[ref=(e\d+)\]', seen)
    if button:
        return {"tool": "browser_click", "arguments": {"element": "Back to basket", "target": button[1]}}
    return {"answer": f"done in {len(messages) // 2} calls, with {len(tools)} tools to choose from"}


if __name__ == "__main__":
    command, site, page = sys.argv[1:]
    print(asyncio.run(run(scripted, command, site, f"Go back to the basket from {page}")))
