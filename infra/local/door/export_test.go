package door

// BodiesAt is Bodies with a clock.
var BodiesAt = bodies
