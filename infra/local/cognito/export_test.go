package cognito

// GroupN is the modulus of the SRP group.
var GroupN = groupN
