"""Measurements that anybody can repeat, and the training of the span reader. No part of the shipped program."""
