// The shapes of docs/reference/page-protocol.md, for the checker. Nothing here runs.

/** @typedef {[number, number]} Square x and y */
/** @typedef {{at: Square, tile: number, char: string, points?: number, wild?: boolean, move?: number}} Tile */
/** @typedef {{code: string, where: string, problem: string, remedy: string}} Complaint */
/** @typedef {{id: number, name: string, class: string, mark: string, multipliers: [number, number] | null, does: string, programs: [number, string][]}} Kind */
/** @typedef {{x: number, y: number, rows: number[][]}} Window */
/** @typedef {{name: string, infinite: boolean, bounds: [number, number, number, number] | null, centre: Square, kinds: Kind[], window: Window}} Board */
/** @typedef {{id: number, count: number, wild: boolean, label: string, faces: [string, number][]}} TileKind */
/** @typedef {{table: string, name: string, board: Board, tiles: TileKind[], alphabet: string[], hand_size: number, lexicon: {name: string, words: number}, rules: Record<string, any>}} Table */

/** @typedef {{seat: number, name: string, kind: string, bot: string | null, sat: boolean, connected: boolean, score: number, rack: number, left: string | null}} Seat */
/** @typedef {{turn: number, seat: number, kind: string, tiles: Tile[], words: [string, number][], points: number, bonus: number, text: string, total: number, count: number | null, detail: string, lines: string[], ms: number, rack?: number[], given?: number[], challenge?: Challenged}} Move */
/** @typedef {{against: number, phonies: string[], points: number, lost_turn: boolean}} Challenged */
/** @typedef {{turn: number, tiles: Tile[], faults: object[], lines: string[], detail: string, again: boolean}} Refusal */
/** @typedef {{reason: string, places: number[], scores: number[], adjustments: number[], forfeits: {seat: number, fault: string, detail: string}[], left: number[][], explained: string[], results: string | null, id: string | null}} Over */
/** @typedef {{at: Square, mark: string, seat: number | null, hole: boolean}} Cell */
/** @typedef {{text: string, short: string, cells: Square[], also: Square[]}} SmallMove */
/** @typedef {{text: string, columns: number | null, rows: number | null, labels: {columns: string[], rows: string[]}, cells: Cell[], moves: SmallMove[]}} SmallPosition */
/** @typedef {{kind: string, seconds?: number, increment?: number}} Clock */

/**
 * @typedef {{game: string, seq: number, epoch: string, kind: string, status: string, title: string, you: number | null, table: string | null,
 *   help: string, people: number, bot_seconds: number, clock: Clock, seats: Seat[], first: number | null, turn: number, to_move: number | null,
 *   again: Refusal | null, bag: number, clocks: number[] | null, running: number | null, board: Tile[], rack: number[] | null,
 *   unseen: Record<string, number> | null, racks: number[][] | null, moves: Move[], begins: string[] | null, position: SmallPosition | null,
 *   challenge?: {move: number, closing: boolean} | null, over: Over | null, rematch: {asked: number[], game: string | null} | null}} State
 */
/** @typedef {{turn: number, legal: boolean, words: [string, number][], bonus: number, points: number | null, faults: object[], lines: string[], costs: string | null}} Verdict */
/** @typedef {{text: string, word: string, points: number, tiles: Tile[], kind?: string, equity?: number, kept?: string, change?: number[]}} Play */

export {};
