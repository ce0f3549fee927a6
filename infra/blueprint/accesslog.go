package blueprint

// AccessLogFormat is the line that the gateway writes for each request, with the variables of API Gateway
// ("Variables for access logging for API Gateway" in its developer guide): who requested which operation with which outcome, and how
// long it took in ms; not the path, which may contain an e-mail address.
const AccessLogFormat = `{"request":"$context.requestId","at":"$context.requestTimeEpoch","operation":"$context.operationName",` +
	`"method":"$context.httpMethod","resource":"$context.resourcePath","status":"$context.status","took":"$context.responseLatency",` +
	`"integration":"$context.integrationStatus","error":"$context.error.responseType","sub":"$context.authorizer.claims.sub"}`
