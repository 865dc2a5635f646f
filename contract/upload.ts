/** A file as it was sent: its own name and type are claims, nothing more. */
export type Upload = { name: string; type: string; bytes: Uint8Array }
