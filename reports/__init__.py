"""What came out: pure functions of a record, and the command that makes one."""
