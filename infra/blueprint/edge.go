package blueprint

// Requests a second for the whole API, and a burst: far more than the customers make, far less than would
// hurt the account.
const (
	RequestRate  = 200
	RequestBurst = 400
)

// CommonRules is AWS's managed rule group that the firewall of the edge applies.
const CommonRules = "AWSManagedRulesCommonRuleSet"

// CountedRules are the rules of CommonRules that only count: a sheet's text may look like anything, a table of sheets may be
// large, and a filter of the list may name many departments, so that its query exceeds 2,048 bytes.
var CountedRules = []string{
	"SizeRestrictions_BODY", "SizeRestrictions_QUERYSTRING", "CrossSiteScripting_BODY", "GenericLFI_BODY", "GenericRFI_BODY", "EC2MetaDataSSRF_BODY",
}

// SizeRules are the limits of CommonRules in bytes ("Baseline rule groups" in the developer guide of AWS WAF).
var SizeRules = map[string]int{
	"SizeRestrictions_QUERYSTRING": 2048, "SizeRestrictions_URIPATH": 1024, "SizeRestrictions_Cookie_HEADER": 10240, "SizeRestrictions_BODY": 8192,
}
