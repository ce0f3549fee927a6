package apitest

import "sync/atomic"

// Checked counts what the worlds of this process have checked.
var Checked counts

type counts struct{ requests, keys atomic.Int64 }

// Requests is how many requests were watched.
func (c *counts) Requests() int64 { return c.requests.Load() }

// Keys is how many keys of DynamoDB were compared with the caller's company.
func (c *counts) Keys() int64 { return c.keys.Load() }
