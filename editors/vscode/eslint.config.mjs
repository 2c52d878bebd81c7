import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'bin/', 'node_modules/'] },
  {
    files: ['src/**/*.ts', 'test/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers read well in a template.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['test/unit/**'],
    rules: {
      '@typescript-eslint/no-floating-promises': 'off', // node:test takes the promise of a test itself
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['test/**/*.mjs', '*.mjs'],
    extends: [tseslint.configs.recommended],
  },
);
