"""Asks with nothing but Python's standard library: models, complete or stream."""

import http.client
import json
import sys
from urllib.parse import urlsplit

what, base, key, messages = sys.argv[1:5]
url = urlsplit(base)
connection = http.client.HTTPConnection(url.hostname, url.port)
headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
if what == "models":
    connection.request("GET", f"{url.path}/models", headers=headers)
else:
    body = {"model": "assistant", "messages": json.loads(messages), "stream": what == "stream"}
    connection.request("POST", f"{url.path}/chat/completions", json.dumps(body), headers)
response = connection.getresponse()
if response.status != 200:
    sys.exit(f"status {response.status}")
if what == "models":
    print("\n".join(model["id"] for model in json.load(response)["data"]), end="")
elif what == "complete":
    print(json.load(response)["choices"][0]["message"]["content"], end="")
else:
    for line in response:
        data = line.decode().strip().removeprefix("data: ")
        if data == "[DONE]":
            break
        if data.startswith("{"):
            print(json.loads(data)["choices"][0]["delta"].get("content", ""), end="", flush=True)
    else:
        sys.exit("no end")
