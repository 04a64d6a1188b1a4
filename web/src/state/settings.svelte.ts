// How the page looks and behaves, kept in the browser.

export const CHOICES = {
  theme: { label: 'Theme', values: { auto: 'As the system', light: 'Light', dark: 'Dark' } },
  colours: { label: 'Suits', values: { two: 'Two colours', four: 'Four colours' } },
  size: { label: 'Cards', values: { small: 'Small', medium: 'Medium', large: 'Large' } },
  speed: { label: 'Speed', values: { slow: 'Slow', normal: 'Normal', fast: 'Fast', instant: 'No pauses' } },
  keys: { label: 'Single keys', values: { on: 'On', off: 'Off' } },
} as const;

export type Name = keyof typeof CHOICES;
export type Values = { [name in Name]: keyof (typeof CHOICES)[name]['values'] & string };

export const DEFAULTS: Values = { theme: 'auto', colours: 'two', size: 'medium', speed: 'normal', keys: 'on' };
const KEY = 'cutthroat.settings';

/** Reads what was kept; anything that is not known any more is as if it were not there. */
export function readSettings(text: string | null): Values {
  const found: Record<string, string> = { ...DEFAULTS };
  try {
    const kept = JSON.parse(text ?? '{}') as Record<string, unknown>;
    for (const name of Object.keys(CHOICES) as Name[]) {
      const value = kept?.[name];
      if (typeof value === 'string' && value in CHOICES[name].values) found[name] = value;
    }
  } catch {
    // Not ours: begin afresh.
  }
  return found as Values;
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const settings: Values = $state(readSettings(kept()));

/** Keeps the settings, and tells the style sheet about them. */
export function applySettings(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.colours = settings.colours;
  root.dataset.size = settings.size;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Milliseconds between two moves that others make. */
export function pause(): number {
  return { slow: 1500, normal: 700, fast: 250, instant: 0 }[settings.speed];
}

/** Whether a key press is a shortcut: single keys are on, nobody is typing, no modifier is held. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (settings.keys === 'off' || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return false;
  const at = event.target;
  const isTyping = at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName));
  return !isTyping && document.querySelector('dialog[open]') === null;
}
