"""What histories of prices and calls cost, by Python's decimals: reads JSON, and writes JSON."""

import json
import sys
from decimal import Decimal, getcontext

getcontext().prec = 60
tokens = ["input_tokens", "cache_read_tokens", "cache_write_tokens", "output_tokens"]


def price_on(prices, model, day):
    known = [price for price in prices if price["model"] == model and price["from_day"] <= day]
    return max(known, key=lambda price: price["from_day"]) if known else None


def cost_of(call, price):
    read, cache_read, cache_write, written = (Decimal(call[name] or 0) for name in tokens)
    plain = Decimal(price["input"])
    of_read = Decimal(price["cache_read"]) if price["cache_read"] is not None else plain
    of_write = Decimal(price["cache_write"]) if price["cache_write"] is not None else plain
    million = Decimal(1_000_000)
    return (
        (read - cache_read - cache_write) * plain / million
        + cache_read * of_read / million
        + cache_write * of_write / million
        + written * Decimal(price["output"]) / million
    )


def written(amount):
    """Every digit, and two after the point at least."""
    whole, _, fraction = format(amount.normalize(), "f").partition(".")
    return f"{whole}.{fraction.ljust(2, '0')}"


def summed(prices, calls):
    amount, unpriced, without_tokens = None, set(), 0
    for call in calls:
        without_tokens += call["calls_without_tokens"]
        price = price_on(prices, call["model"], call["day"])
        if price is None:
            unpriced.add(call["model"])
        elif call["input_tokens"] is not None or call["output_tokens"] is not None:
            amount = (amount or Decimal(0)) + cost_of(call, price)
    if amount is None and not unpriced and without_tokens == 0:
        amount = Decimal(0)
    return {
        "amount": None if amount is None else written(amount),
        "unpriced": sorted(unpriced),
        "calls_without_tokens": without_tokens,
    }


asked = json.load(sys.stdin)
json.dump([summed(asked["prices"], calls) for calls in asked["sums"]], sys.stdout)
