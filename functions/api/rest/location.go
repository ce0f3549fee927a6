package rest

import (
	"encoding/json"
	"strings"
)

// location is the path of what the call has made, empty where it made nothing that has one.
func (c *Call) location() string {
	if c.made == "" {
		return ""
	}
	return Base + strings.NewReplacer("{made}", c.made, "{id}", string(c.CompanyID), "{userId}", string(c.User)).Replace(c.route.Makes)
}

// madeIn is the id of what an answer is about: of a job, else of the record.
func madeIn(body any) string {
	encoded, err := json.Marshal(body)
	if err != nil {
		return ""
	}
	return madeBy(encoded)
}

func madeBy(answer []byte) string {
	var made struct {
		Job string `json:"job_id"`
		ID  string `json:"id"`
	}
	if err := json.Unmarshal(answer, &made); err != nil {
		return ""
	}
	if made.Job != "" {
		return made.Job
	}
	return made.ID
}
