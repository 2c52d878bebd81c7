// What the scenarios share: the folder, the settings and the scripted model.
import { keys } from '../workbench.mjs';

// Every line with a problem has letters of two and of four bytes before it.
export const program = (name = 'undefined_name') => `import os


def café(cond):
    défini = "😀", ${name}
    print(défini)
    return f"nothing"
`;

export const line = (name) => `(?m)^(L\\d+:[a-z2-7]{2})\\|.*${name}`;
export const edit = (text) => `EDIT replace $1\n~~~\n${text}\n~~~\nEND\n`;

/** The model's answers: the first rule that matches the prompt is used. */
export const rules = [
  { match: line('# plain'), answer: edit('    return "café"  # plain') },
  { match: line('broken_name'), status: 401 },
  { match: line('undefined_name'), answer: edit('    défini = "😀", cond'), delay: '300ms' },
  { match: '', answer: 'NO_FIX not scripted' },
];

export const settings = {
  'fettle.model.backend': 'openai', 'fettle.model.url': 'MODEL/v1', 'fettle.model.name': 'scripted', 'fettle.model.profile': 'strong',
  'workbench.startupEditor': 'none', 'workbench.colorTheme': 'Default Light Modern', 'files.autoSave': 'off',
  'editor.minimap.enabled': false, 'editor.stickyScroll.enabled': false, 'editor.scrollBeyondLastLine': false, 'workbench.tips.enabled': false, 'chat.disableAIFeatures': true,
  'workbench.secondarySideBar.defaultVisibility': 'hidden', 'editor.lightbulb.enabled': 'on',
  'editor.codeActionsOnSave': { 'source.fixAll': 'explicit', quickfix: 'explicit' },
};

export const ruffOnly = { 'pyproject.toml': '[tool.ruff.lint]\nselect = ["F", "E7"]\n' };

/** The options of a session with these files. */
export const session = (files, more = {}) => ({ files: { ...ruffOnly, ...files }, settings, keys, rules, ...more });
