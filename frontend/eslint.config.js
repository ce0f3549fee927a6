import js from '@eslint/js'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import { readdirSync } from 'node:fs'
import ts from 'typescript-eslint'

// Imports run one way: shared -> features -> app. No feature imports another.
const features = readdirSync(new URL('./src/features', import.meta.url))
const no = (group, message) => ({ group, message })
// The library's own reports nothing to a part of the screen that has gone meanwhile.
const endings = { group: ['@tanstack/react-query'], importNames: ['useMutation'], message: 'take that of shared/api/useMutation, which reports how a call has ended' }
const restricted = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns: [...patterns, endings] }] })

export default ts.config(
  { ignores: ['dist', 'coverage', 'public', 'playwright-report', 'test-results', 'src/shared/api/schema.d.ts'] },
  js.configs.recommended,
  ...ts.configs.recommendedTypeChecked,
  { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  {
    files: ['**/*.{js,mjs}'],
    ...ts.configs.disableTypeChecked,
    languageOptions: { parserOptions: { projectService: false }, globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  { files: ['**/*.tsx'], ...jsxA11y.flatConfigs.recommended },
  {
    files: ['src/**/*.tsx'],
    rules: {
      'no-restricted-syntax': ['error', {
        selector: ":matches(Property[key.name=/^(htmlInput|input|inputProps)$/] > ObjectExpression > Property[key.name='maxLength'], JSXAttribute[name.name='inputProps'] Property[key.name='maxLength'])",
        message: 'An input with a maximal length cuts off what is pasted, unnoticed: say that it is too long (useTooLong, or a rule of the form)',
      }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // A type-only import must leave no trace in the built code.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // React calls async handlers and ignores what they return; our mutations report their own failures.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // Route guards throw redirects, which are Responses.
      '@typescript-eslint/only-throw-error': ['error', { allow: [{ from: 'lib', name: 'Response' }] }],
      'no-console': 'error',
    },
  },
  { files: ['src/**'], rules: restricted() },
  {
    files: ['src/shared/**'],
    rules: restricted(no(['@/features/*', '@/app/*', '**/features/*', '**/app/*'], 'shared/ knows neither features nor the app')),
  },
  ...features.map(feature => ({
    files: [`src/features/${feature}/**`],
    rules: restricted(
      no(['@/app/*', '**/app/*'], 'features/ do not know the app'),
      no(
        features.filter(other => other !== feature).flatMap(other => [`@/features/${other}/*`, `**/features/${other}/*`, `../${other}/*`, `../../${other}/*`]),
        'a feature imports no other feature; move what both need to shared/',
      ),
    ),
  })),
  { files: ['src/shared/api/useMutation.ts'], rules: { 'no-restricted-imports': 'off' } },
)
