package scim

import (
	"slices"
	"strings"

	"anzen/shared/domain/message"
	"anzen/shared/formats/scim"
)

// describe answers what is supported (RFC 7644, section 4).
func (r request) describe(what, id string) (answer, error) {
	all := []scim.Resource{}
	switch what {
	case "ServiceProviderConfig":
		if id != "" {
			return answer{}, message.New(message.NotFound, message.CodeNotFound)
		}
		return answer{status: 200, body: r.config()}, nil
	case "ResourceTypes":
		all = r.resourceTypes()
	default:
		for _, s := range []scim.Schema{scim.Users, scim.Enterprise, scim.Groups} {
			all = append(all, scim.Resource{
				"schemas": []string{scim.SchemaURN}, "id": s.ID, "name": s.Name, "description": s.Description, "attributes": s.Attributes,
				"meta": scim.Resource{"resourceType": "Schema", "location": r.AppURL + Root + "/Schemas/" + s.ID},
			})
		}
	}
	if id == "" {
		return search{start: 1, count: maxCount}.answer(scim.User, nil, all), nil
	}
	i := slices.IndexFunc(all, func(one scim.Resource) bool { return strings.EqualFold(scim.Text(one, "id"), id) })
	if i < 0 {
		return answer{}, message.New(message.NotFound, message.CodeNotFound)
	}
	return answer{status: 200, body: all[i]}, nil
}

func (r request) config() scim.Resource {
	no := scim.Resource{"supported": false}
	return scim.Resource{
		"schemas": []string{scim.ConfigURN}, "patch": scim.Resource{"supported": true},
		"bulk":   scim.Resource{"supported": false, "maxOperations": 0, "maxPayloadSize": 0},
		"filter": scim.Resource{"supported": true, "maxResults": maxCount}, "changePassword": no, "sort": no, "etag": scim.Resource{"supported": true},
		"authenticationSchemes": []scim.Resource{{
			"type": "oauthbearertoken", "name": "OAuth Bearer Token", "primary": true, "specUri": "https://www.rfc-editor.org/info/rfc6750",
			"description": "A token that an administrator makes on the screen of user provisioning, as the bearer token of each request",
		}},
		"meta": scim.Resource{"resourceType": "ServiceProviderConfig", "location": r.AppURL + Root + "/ServiceProviderConfig"},
	}
}

func (r request) resourceTypes() []scim.Resource {
	one := func(name, endpoint, schema string) scim.Resource {
		return scim.Resource{
			"schemas": []string{scim.ResourceTypeURN}, "id": name, "name": name, "endpoint": endpoint, "schema": schema,
			"meta": scim.Resource{"resourceType": "ResourceType", "location": r.AppURL + Root + "/ResourceTypes/" + name},
		}
	}
	user := one("User", "/Users", scim.UserURN)
	user["schemaExtensions"] = []scim.Resource{{"schema": scim.EnterpriseURN, "required": false}}
	return []scim.Resource{user, one("Group", "/Groups", scim.GroupURN)}
}
