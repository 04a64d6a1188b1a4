/** The name of a game as a title: `Oh Hell`. */
export const gameTitle = (name: string): string => name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
