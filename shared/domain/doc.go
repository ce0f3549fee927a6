// Package domain is the wing of what Anzen is about: sheets (sds, the glossary), companies
// and who may do what in them (company, access, plan, saml), what people set up (checklist,
// periodic), long work (job), verdicts on laws (verdict), and the words in which it speaks
// to people (message, mail, input). It knows neither AWS nor PDF nor any table of facts;
// every other wing may speak its words.
package domain
