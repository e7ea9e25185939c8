"""From verdict to bytes on a wire: certificate, approval, ticket, and the one gateway (DESIGN 5.4, 5.5)."""
