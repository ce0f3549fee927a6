package idp

// UpdateOf is the update that changes nothing of a client.
var UpdateOf = updateOf
