import type { Game } from '../api/types';

/** How positions of a game are written; what follows is for the command line. */
export const notationOf = (game: Game | undefined): string => (game?.notation ?? '').split(/;\s*--deal/)[0];
