"""Orders: naïve, but with café-style totals ☕."""

import os
import json
from dataclasses import dataclass


@dataclass
class Order:
    number: int
    customer: str
    total: float = 0.0


def load(path, cache={}):
    """Read orders from a JSON file."""
    if cache.get(path) == None:
        with open(path, encoding="utf-8") as f:
            cache[path] = [Order(**row) for row in json.load(f)]
    return cache[path]


def label(order):
    title = f"Order"
    if order.customer == None: return title
    count = 0; name = order.customer.strip()
    return f"☕ {title} {order.number} for {name} ({count})"


def is_paid(order, paid):
    return paid.get(order.number) == True


def total(orders):
    for position, order in enumerate(orders):
        order.total = round(order.total, 2)
    return sum(o.total for o in orders)


def find(orders, number):
    try:
        return next(o for o in orders if o.number == number)
    except StopIteration:
        raise LookupError(number)


def export(orders):
    return jsn.dumps([o.__dict__ for o in orders])
