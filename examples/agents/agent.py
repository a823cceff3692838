"""An agent loop: a model calls the tools of `stillpage mcp` until it has an answer.

pip install mcp
python agent.py STILLPAGE SITE PAGE [anthropic|openai]
"""
import asyncio
import json
import re
import subprocess
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


def definitions(command, shape):
    """The tools in the shape that a model's API takes."""
    printed = subprocess.run([command, "tools", "--format", shape, "--caps", "core"], check=True, capture_output=True)
    return json.loads(printed.stdout)


async def run(model, command, site, task, shape):
    server = StdioServerParameters(command=command, args=["mcp", "--root", site, "--caps", "core"])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        tools = definitions(command, shape)
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
    """Stands in for a model. A real one gets the messages and the tools, and returns the same."""
    step = chosen(messages, tools)
    if "tool" in step:
        # What a model may call is what the definitions say, in either shape.
        functions = [tool.get("function", tool) for tool in tools]
        schema = {each["name"]: each.get("input_schema") or each["parameters"] for each in functions}[step["tool"]]
        assert set(schema.get("required", [])) <= set(step["arguments"]) <= set(schema["properties"]), step
    return step


def chosen(messages, tools):
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
    command, site, page, *shape = sys.argv[1:]
    task = f"Go back to the basket from {page}"
    print(asyncio.run(run(scripted, command, site, task, *shape or ["anthropic"])))
