"""Attributes around statements that a machine runs by itself, such as copies to shared memory, and around those that wait for them."""

SCOPE = "async_scope"
COMMIT = "async_commit_queue_scope"
WAIT = "async_wait_queue_scope"
INFLIGHT = "async_wait_inflight_count"
