package cognito_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"
	"github.com/aws/smithy-go"
)

// published are the errors of the stand-in as AWS publishes them: in the SDK's types.
var published = []smithy.APIError{
	&types.AliasExistsException{},
	&types.CodeDeliveryFailureException{},
	&types.CodeMismatchException{},
	&types.DuplicateProviderException{},
	&types.EnableSoftwareTokenMFAException{},
	&types.ExpiredCodeException{},
	&types.ForbiddenException{},
	&types.InternalErrorException{},
	&types.InvalidLambdaResponseException{},
	&types.InvalidParameterException{},
	&types.InvalidPasswordException{},
	&types.LimitExceededException{},
	&types.NotAuthorizedException{},
	&types.RefreshTokenReuseException{},
	&types.ResourceNotFoundException{},
	&types.SoftwareTokenMFANotFoundException{},
	&types.UnsupportedTokenTypeException{},
	&types.UserLambdaValidationException{},
	&types.UserNotFoundException{},
	&types.UsernameExistsException{},
	&types.WebAuthnChallengeNotFoundException{},
	&types.WebAuthnClientMismatchException{},
	&types.WebAuthnConfigurationMissingException{},
	&types.WebAuthnCredentialNotSupportedException{},
	&types.WebAuthnNotEnabledException{},
	&types.WebAuthnOriginNotAllowedException{},
	&types.WebAuthnRelyingPartyMismatchException{},
}

// ofTheProtocol are errors of AWS's JSON protocol, which belong to no service.
var ofTheProtocol = []string{"SerializationException", "UnknownOperationException"}

func TestErrorNamesAreThePublishedOnes(t *testing.T) {
	known := map[string]bool{}
	for _, e := range published {
		known[e.ErrorCode()] = true
	}
	for _, name := range ofTheProtocol {
		known[name] = true
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	name := regexp.MustCompile(`"([A-Z][A-Za-z]+Exception)"`)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range name.FindAllStringSubmatch(string(source), -1) {
			if used[m[1]] = true; !known[m[1]] {
				t.Errorf("%s: AWS has no error %s", file, m[1])
			}
		}
	}
	for name := range known {
		if !used[name] {
			t.Errorf("%s is in the list, and is not used", name)
		}
	}
}
