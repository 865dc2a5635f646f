import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { msPerDay } from '#contract/platform/time.ts'
import { draftImageDatabaseName } from '#web/shared/accounts/session/stored-drafts.ts'
import type { ImageChange } from './image-field.tsx'

/**
 * The images of the form of a draft, by the keys that the form has for them. Null removes a stored image.
 */
export type DraftImages = ReadonlyMap<string, ImageChange>
/** Images that were chosen for a draft; `at` is in milliseconds since 1970. */
type StoredImages = { userId: string; pictures: Map<string, File | null>; at: number }
type Schema = DBSchema & { pictures: { key: string; value: StoredImages } }

/** The server deletes a draft after as many days without a change. */
const maxAgeMs = 90 * msPerDay

/**
 * Runs `work` on the store of this browser. Returns undefined when the browser has none, forbids it or has no
 * space.
 */
const useStore = async <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> => {
  if (typeof indexedDB === 'undefined') return undefined
  try {
    const database = await openDB<Schema>(draftImageDatabaseName, 1, {
      upgrade: (fresh) => void fresh.createObjectStore('pictures'),
    })
    try {
      return await work(database)
    } finally {
      // an open connection would block the deletion at the sign-out
      database.close()
    }
  } catch {
    return undefined
  }
}

/**
 * The chosen images of drafts, in this browser only: the server gets the photo of a child with the
 * registration and not before. An image stays until the team is registered, the draft is deleted or 90 days
 * have passed, and no longer than the session: a sign-out deletes all of them (`deleteDraftsInAllTabs`), and the
 * next user's form those of another user.
 */
export const draftImages = {
  save: async (draft: string, userId: string, pictures: DraftImages): Promise<void> => {
    const chosen = new Map(
      [...pictures].flatMap(([key, picture]) => (picture === undefined ? [] : [[key, picture] as const])),
    )
    await useStore((database) =>
      chosen.size === 0
        ? database.delete('pictures', draft)
        : database.put('pictures', { userId, pictures: chosen, at: Date.now() }, draft).then(() => {}),
    )
  },
  /** Returns the images of a draft of this user. Deletes those of other users and old ones. */
  read: async (draft: string, userId: string): Promise<DraftImages> => {
    const found = await useStore(async (database) => {
      const { store, done } = database.transaction('pictures', 'readwrite')
      for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue())
        if (cursor.value.userId !== userId || cursor.value.at < Date.now() - maxAgeMs) await cursor.delete()
      const stored = await store.get(draft)
      await done
      return stored?.pictures
    })
    return found ?? new Map()
  },
  remove: async (draft: string): Promise<void> => {
    await useStore((database) => database.delete('pictures', draft))
  },
}
