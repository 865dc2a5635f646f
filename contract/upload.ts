/** An uploaded file. Its name and type come from the client and are not trusted. */
export type Upload = { name: string; type: string; bytes: Uint8Array }
