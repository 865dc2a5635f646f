import { setTimeout as later } from 'node:timers/promises'
import type { Db } from '#server/db/open.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { BigList, Term } from './lists.ts'
import { makeBits } from './make-bits.ts'

/** Words that may wait for one pass through a table; who comes then is told to come again. */
const mostWaiting = 16
/** Milliseconds that somebody waits for a word at most; what was begun goes on, so that it is there the next time. */
const patience = 10_000
/** Milliseconds of passes that need no rest between them, so that one person who types finds soon. */
const burst = 6000

type Pass<T> = { terms: Map<string, T>; done: Promise<void> }

/**
 * Words of one table's lists that nobody has asked for before, made in passes through the table: one at a time, all that came meanwhile together in the next one, and but
 * for the first ones a rest between two as long as they took. So visitors who make up words keep half a processor busy at most, however many they are. Gives a function that
 * waits until the terms are there and throws `overloaded` when that takes too long, or too many wait already.
 */
export const newWords = <T extends { name: string }>(
  make: (terms: readonly T[]) => Promise<void>,
  limits = { waiting: mostWaiting, patience, burst },
) => {
  let running: Pass<T> | undefined
  let next: Pass<T> | undefined
  /** Milliseconds of work that no rest stands against yet, when the last pass ended. */
  let owed = 0
  let ended = performance.now()

  const run = async (pass: Pass<T>, before: Promise<unknown> | undefined): Promise<void> => {
    await before?.catch(() => {})
    owed = Math.max(0, owed - (performance.now() - ended))
    if (owed > limits.burst) await later(owed - limits.burst, undefined, { ref: false })
    owed = Math.min(owed, limits.burst)
    running = pass
    next = undefined
    const begun = performance.now()
    try {
      await make([...pass.terms.values()])
    } finally {
      running = undefined
      ended = performance.now()
      owed += ended - begun
    }
  }

  const passFor = (terms: readonly T[]): Promise<unknown> => {
    const current = running?.terms
    const others = terms.filter(({ name }) => !current?.has(name))
    if (others.length === 0) return running?.done ?? Promise.resolve()
    const wanted = others.filter(({ name }) => !next?.terms.has(name))
    if ((next?.terms.size ?? 0) + wanted.length > limits.waiting) throw new AppError('overloaded')
    if (!next) {
      const pass: Pass<T> = { terms: new Map(), done: Promise.resolve() }
      next = pass
      pass.done = run(pass, running?.done)
      // who waited may have gone
      pass.done.catch(() => {})
    }
    for (const term of wanted) next.terms.set(term.name, term)
    return others.length === terms.length ? next.done : Promise.all([running?.done, next.done])
  }

  return async (terms: readonly T[]): Promise<void> => {
    const enough = new AbortController()
    const tooLong = later(limits.patience, undefined, { signal: enough.signal }).then(() => {
      throw new AppError('overloaded')
    })
    try {
      await Promise.race([passFor(terms), tooLong])
    } finally {
      enough.abort()
      await tooLong.catch(() => {})
    }
  }
}

type Wish = { name: string; scope: string; term: Term }
/** The passes of each table of a database; they are the database's, and go with it. */
const passes = new WeakMap<object, Map<string, (wishes: readonly Wish[]) => Promise<void>>>()

const makeWishes = (db: Db, list: BigList) => async (wishes: readonly Wish[]) => {
  for (const [scope, some] of Map.groupBy(wishes, (wish) => wish.scope))
    await makeBits(
      db,
      list,
      scope,
      some.map(({ term }) => term),
    )
}

/** Makes the bits of terms that somebody asks for now. Throws `overloaded` instead of letting many wait long. */
export const bitsWanted = (db: Db, list: BigList, scope: string, terms: readonly Term[]): Promise<void> => {
  const tables = passes.get(db) ?? new Map<string, (wishes: readonly Wish[]) => Promise<void>>()
  passes.set(db, tables)
  const wanted = tables.get(list.table) ?? newWords(makeWishes(db, list))
  tables.set(list.table, wanted)
  return wanted(terms.map((term) => ({ name: `${scope} ${term.name}`, scope, term })))
}
