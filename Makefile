# Every target is one line here and one command below; `make` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help
.SUFFIXES:

# CDK runs Node through jsii; these settings suppress its notices and telemetry.
export JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION := 20
export JSII_DEPRECATED := quiet
export CDK_DISABLE_CLI_TELEMETRY := true

# Without the folder in what is built, all clones share Go's cache; without tables for debuggers, linking takes half the time.
export GOFLAGS := -trimpath -ldflags=-w $(GOFLAGS)

BUILD := .build
# infra is a module of its own; its programs run from here.
INFRA := go -C infra build -o $(CURDIR)/$(BUILD)
FN ?=
EVENT ?=
FILES ?=
FILE ?=
LIST ?=
ASOF ?=
SOURCE ?=
FROM ?=
THRESHOLD ?=
CORPUS ?=
MISSES ?=
STAGE ?= dev
ARGS ?=
DEPLOY ?=
AWS ?=
N ?= 10000
SHEETS ?=
SEED ?= 1
ROUNDS ?= 5
YES ?=

.PHONY: help
help: ## list these targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: dev
dev: setup build ## run the whole product on this machine: http://localhost:8080 [AWS=strict: throttled as on AWS]
	@ANZEN_AWS=$(AWS) exec $(BUILD)/anzen

.PHONY: demo
demo: setup build ## the same with a large demo company: make demo SHEETS=50000
	@ANZEN_SHEETS=$(or $(SHEETS),50000) exec $(BUILD)/anzen

.PHONY: setup
setup: ## install what `make dev` needs (packages of the dashboard, text recognition)
	@infra/scripts/setup run

.PHONY: setup-test
setup-test: ## install what the tests need in addition (browser, fonts)
	@infra/scripts/setup test

.PHONY: setup-ci
setup-ci:
	@infra/scripts/setup ci

.PHONY: build
build: frontend/dist/index.html ## build the dashboard and the local stack, if their sources changed
	@$(INFRA)/anzen ./local

# The dashboard is rebuilt only when one of its sources is newer.
SITE_SOURCES := $(shell find frontend \( -name node_modules -o -path frontend/dist -o -path frontend/public/pdfjs -o -path frontend/e2e \
	-o -path frontend/test-results -o -path frontend/playwright-report -o -path frontend/coverage \) -prune -o -type f -not -name '*.test.ts*' -print 2>/dev/null)
frontend/dist/index.html: $(SITE_SOURCES) | setup
	@echo "building the dashboard"
	npm --prefix frontend run --silent build -- --logLevel warn

.PHONY: build-lambda
build-lambda: ## build the functions for AWS (arm64) into .build/lambda
	@for main in functions/*/bootstrap; do
	  CGO_ENABLED=0 GOOS=linux GOARCH=arm64 go build -trimpath -ldflags='-s -w' -tags lambda.norpc -o $(BUILD)/lambda/$$main/bootstrap ./$$main
	  if [ -f $$main/Dockerfile ]; then cp $$main/Dockerfile $(BUILD)/lambda/$$main/; fi
	done
	infra/scripts/precompile $(BUILD)/lambda/functions/analysis/bootstrap $(BUILD)/wasm

.PHONY: pdfium
pdfium:
	@go test -c -o $(BUILD)/pdf.test ./shared/reader/pdf
	ANZEN_PDF_WORKER=1 $(BUILD)/pdf.test </dev/null

.PHONY: test
test: setup setup-test ## run all tests: Go with the CDK stacks, the dashboard, the browser
	@$(INFRA)/ci ./ci && $(BUILD)/ci test

.PHONY: check
check: setup tools ## check what the files changed since the branch main need: formatting, linters, types, tests
	@$(INFRA)/ci ./ci && $(BUILD)/ci changed

.PHONY: lint
lint: setup tools ## formatting, linters, types
	@$(INFRA)/ci ./ci && $(BUILD)/ci lint

.PHONY: ci
ci: setup setup-test setup-ci tools ## run everything that .ci/run runs
	@$(INFRA)/ci ./ci && $(BUILD)/ci ci

.PHONY: tools
tools: $(BUILD)/tools/stamp
$(BUILD)/tools/stamp: .ci/tools/go.mod .ci/tools/go.sum
	@mkdir -p $(BUILD)/tools
	GOBIN=$(CURDIR)/$(BUILD)/tools go -C .ci/tools install tool
	touch $@

.PHONY: bench
bench: ## run the benchmarks and compare their cases
	@$(INFRA)/ci ./ci && $(BUILD)/ci bench

.PHONY: coldstarts
coldstarts: setup build-lambda ## measure the first and the following calls of each function at Lambda's memory and processor share, as root on Linux, and the archives: [ROUNDS=5] [FN=parts,of,names]
	@ANZEN_SYSTEM_COLD=$(ROUNDS) ANZEN_SYSTEM_COLD_OF=$(FN) nice go -C infra test ./local/system -run TestColdStarts -count=1 -timeout 3h -v | grep --line-buffered -v '^Bucket\|^Using' | sed --unbuffered 's/^ *coldstarts_test.go:[0-9]*: //'

.PHONY: coldstarts-file
coldstarts-file: ## measure all functions anew on an idle machine, in some twenty minutes, and write infra/scale/coldstarts.txt: [ROUNDS=7]
	@infra/scripts/coldstarts "$(if $(filter command line,$(origin ROUNDS)),$(ROUNDS),7)" infra/scale/coldstarts.txt

.PHONY: costs
costs: setup ## print each route's use of DynamoDB and Lambda, the calculated cost of a month of a thousand sheets, and that of a stage nobody uses
	@go test ./functions/api -run TestCostOfAThousandSheets -count=1 -v
	@go -C infra test ./aws/stacks -run TestFixedCost -count=1 -v

.PHONY: e2e
e2e: setup setup-test ## run the browser tests alone
	@$(INFRA)/ci ./ci && $(BUILD)/ci e2e

.PHONY: tour
tour: setup-test ## take pictures of every screen of the running stack, in both languages and two widths, into .local/tour
	@npm --prefix frontend run --silent tour

.PHONY: speed
speed: setup-test ## print how long people wait for filters, sheets and PDFs of the running stack, such as that of `make demo`
	@npm --prefix frontend run --silent speed

.PHONY: invoke
invoke: ## replay an event on a function of the running stack: FN=getOpenAPI [EVENT=events/getOpenAPI.json]
	@$(INFRA)/invoke ./local/invoke && $(BUILD)/invoke $(FN) $(EVENT)

.PHONY: analyze
analyze: ## read sheets on the command line: FILES="a.pdf b.pdf"
	@go run ./shared/reader/eval/cmd analyze $(FILES)

.PHONY: eval
eval: ## score the reading of a corpus: CORPUS=folder [MISSES=field, sheet or all] [SEALED=table of sealed answers]
	@go run ./shared/reader/eval/cmd eval $(CORPUS) $(if $(MISSES),--misses $(MISSES)) $(if $(SEALED),--sealed $(SEALED))

.PHONY: sealed
sealed: ## score the sheets of a folder by all tables of sealed answers, a line per table: CORPUS=folder [TABLES=tables]
	@go run ./shared/reader/eval/cmd sealed $(CORPUS) $(or $(TABLES),$(sort $(wildcard shared/reader/eval/sealed/*.tsv)))

.PHONY: seal
seal: ## seal the answers of a folder that may not be committed: CORPUS=folder SEALED=table
	@go run ./shared/reader/eval/cmd seal $(CORPUS) $(SEALED)

.PHONY: sweep
sweep: ## read and check all files of a folder, print which are no sheets, and the empty and implausible values of the others: CORPUS=folder
	@nice -n 19 go run ./shared/reader/eval/cmd sweep $(CORPUS)

.PHONY: rules
rules: ## print the consistency rules, as a page
	@go run ./shared/judgement/findings/cmd rules

.PHONY: findings
findings: ## print the findings of the rules on sheets: CORPUS=folder
	@go run ./shared/judgement/findings/cmd findings $(CORPUS)

# The composition is passed in the environment, so that "<1" and quotes stay unchanged.
.PHONY: laws
laws: ## print the verdicts on a composition: INGREDIENTS="108-88-3:30 1330-20-7:10-20 水:残部" [STATE=liquid FLASH= BOIL= AUTO= PH= SOLUBLE=yes UN= GHS= SUBSTANCE=1 DATE=2027-04-01 ALL=1 DUTIES=1]
	@go run ./shared/judgement/lawcheck/cmd -ingredients "$${INGREDIENTS-}" -state "$${STATE-}" -flash "$${FLASH-}" -boil "$${BOIL-}" -auto "$${AUTO-}" -ph "$${PH-}" \
	  -soluble "$${SOLUBLE-}" -un "$${UN-}" -ghs "$${GHS-}" -substance "$${SUBSTANCE-}" -date "$${DATE-}" -all "$${ALL-}" -duties "$${DUTIES-}"

.PHONY: regulations
regulations: ## print the state of the lists of the laws, count the ingredients of sheets (SHEETS=lines of make analyze), or load a ministry's file: [FILE=list.xlsx LIST=JP-ISHA/GUIDE/MUTAGEN or JP-PRTR/NUMBER (JP-CSCL, JP-ISHA) ASOF=2026-09-30 SOURCE=MHLW FROM= THRESHOLD=">0"]
	@go run ./shared/reference/regulation/cmd $(if $(SHEETS),-sheets "$(SHEETS)") $(if $(FILE),-file "$(FILE)" -category "$(LIST)" -as-of "$(ASOF)" -source "$(SOURCE)" -from "$(FROM)" -threshold "$(or $(THRESHOLD),>0)")

.PHONY: mutations
mutations: ## read damaged copies of sheets: [N=10000] [SEED=1] [CORPUS=folder of more sheets]
	@nice -n 19 go run ./shared/reader/hostile/cmd -n $(N) -seed $(SEED) $(CORPUS)

.PHONY: simulate
simulate: ## play hours of uploads with throttles and failing services, and print what is lost: [N=1000] [SEED=1]
	@$(INFRA)/simulate ./local/simulate && nice -n 19 $(BUILD)/simulate -n $(N) -seed $(SEED)

.PHONY: ops
ops: ## operate a stage, the running local stack without STAGE: ARGS="failed -since 24h", ARGS=-h lists the commands [STAGE=prod YES=1]
	@$(INFRA)/ops ./ops
	if [ "$(origin STAGE)" = file ] || [ "$(STAGE)" = local ]; then
	  access="$${ANZEN_DATA:-.local}/operator.env"
	  if [ -f "$$access" ]; then set -a; source "$$access"; set +a; fi
	  export STAGE=local
	else
	  export STAGE=$(STAGE)
	fi
	YES=$(YES) $(BUILD)/ops $(ARGS)

.PHONY: restore-drill
restore-drill: setup ## restore table and buckets of a local stack while people write, compare record by record, and print the time it took
	@go -C infra test ./local/system -run TestRestoreDrill -count=1 -v | grep -v '^Bucket\|^Using'

.PHONY: sbom
sbom: setup ## list the shipped third-party components (CycloneDX) with their licence notices, in .build/sbom
	@$(INFRA)/makesbom ./sbom && $(BUILD)/makesbom $(BUILD)/sbom

infra/aws/node_modules/.package-lock.json: infra/aws/package.json infra/aws/package-lock.json
	npm --prefix infra/aws ci --ignore-scripts
	touch $@

.PHONY: synth
synth: infra/aws/node_modules/.package-lock.json build-lambda ## make the CloudFormation templates in cdk.out: DEPLOY="--context alarms=none" [STAGE=dev]
	@infra/aws/node_modules/.bin/cdk synth --quiet --no-notices --context stage=$(STAGE) $(DEPLOY)

.PHONY: templates
templates: infra/aws/node_modules/.package-lock.json ## make the templates, and check them with cfn-lint by the schemas of their resources
	@$(INFRA)/ci ./ci && $(BUILD)/ci templates

.PHONY: preflight
preflight: ## tell what an AWS account lacks for a deployment: STAGE=prod DEPLOY="--context domain=... --context certificate=..."
	@$(INFRA)/preflight ./aws/preflight && $(BUILD)/preflight --context stage=$(STAGE) $(DEPLOY)

.PHONY: deploy
deploy: infra/aws/node_modules/.package-lock.json build build-lambda sbom ## deploy to AWS with the credentials of the environment: STAGE=prod DEPLOY="--context alarms=... --context domain=..."
	@infra/aws/node_modules/.bin/cdk deploy --all --no-notices --outputs-file $(BUILD)/outputs.json --context stage=$(STAGE) $(DEPLOY)
	cp $(BUILD)/sbom/third-party-notices.txt frontend/dist/
	$(INFRA)/publish ./aws/publish && $(BUILD)/publish $(BUILD)/outputs.json frontend/dist
