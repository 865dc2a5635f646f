import sharp from 'sharp'
import { maxUnpaidTeams } from '#contract/people/teams/team-rules.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { createSaudiId } from '../support/data/national-ids.ts'

/** Results in milliseconds. `alone` is the registration of a team with three images on an idle server. */
export type RegistrationFigures = {
  alone: { median: number; slowest: number; pictureKilobytes: number }
  sustained: {
    sent: number
    good: number
    seconds: number
    median: number
    slowest: number
    pages: number
    failedPages: number
    slowestPage: number
  }
  lastPlace: { sent: number; won: number; refused: number; other: number; seconds: number }
}

const middle = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

/** Creates a photo of 12 megapixels, like that of a phone. */
const photo = async () =>
  new Blob([
    new Uint8Array(
      await sharp({
        create: {
          width: 4000,
          height: 3000,
          channels: 3,
          noise: { type: 'gaussian', mean: 128, sigma: 20 },
          background: 'white',
        },
      })
        .blur(2)
        .jpeg({ quality: 85 })
        .toBuffer(),
    ),
  ])

let serial = 80_000_000
const person = (name: string) => ({
  name,
  nationalId: createSaudiId(++serial),
  birthDate: `${new Date().getUTCFullYear() - 12}-03-04`,
  gender: serial % 2,
  consent: { guardian: 'Huda', contact: '+966501234567', agreed: true, publish: true },
})

/**
 * Registers teams on a running server as new users, each with as many unpaid teams as one may have. `admin`
 * is the token of an administrator.
 */
export const measureRegistrations = async (address: string, admin: string): Promise<RegistrationFigures> => {
  const json = { 'content-type': 'application/json', authorization: admin }
  const ask = async (path: string, init: RequestInit = {}) => fetch(`${address}${path}`, init)
  /** Creates a user and signs in. */
  const createCoach = async () => {
    const coach = {
      fname: 'Omar',
      email: `omar${++serial}@load.example`,
      phone: `+9665${String(serial).slice(-8)}`,
      type: 1,
      password: 'a password for the bench',
    }
    const made = await ask(getPath('POST /api/admin/users'), {
      method: 'POST',
      headers: json,
      body: JSON.stringify(coach),
    })
    if (!made.ok) throw new Error(`no account: ${await made.text()}`)
    const entered = await ask(getPath('POST /api/adduser'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        national_id: coach.email,
        loginType: 'email',
        password: coach.password,
        type: 0,
      }),
    })
    if (!entered.ok) throw new Error(`no session: ${await entered.text()}`)
    return { ...coach, token: entered.headers.get('authorization') ?? '' }
  }
  type Coach = Awaited<ReturnType<typeof createCoach>>
  const all = (await (
    await ask(`${getPath('GET /api/admin/competitions')}/?all_active=true`, { headers: json })
  ).json()) as {
    competions: { _id: string; slug: string; team_count: number }[]
  }
  const competition = all.competions.find(({ slug }) => slug === 'robo_mission')
  if (!competition) throw new Error('there is no competition to register for')

  const pictures = [await photo(), await photo(), await photo()]
  const register = async (coach: Coach, saveWithImages: boolean) => {
    const form = new FormData()
    const fields = {
      competitionId: competition._id,
      name: `Falcons ${serial}`,
      schoolName: 'School of the Oasis',
      ageLevel: 'junior',
      coaches: JSON.stringify([{ name: 'Omar', email: coach.email, phone: coach.phone }]),
      members: JSON.stringify([person('Mona'), person('Sara')]),
    }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    if (saveWithImages)
      for (const [at, name] of ['image', 'photo0', 'photo1'].entries())
        form.append(name, pictures[at] as Blob)
    const begun = performance.now()
    const reply = await ask(getPath('POST /api/teams'), {
      method: 'POST',
      headers: { authorization: coach.token },
      body: form,
    })
    const text = await reply.text()
    return {
      status: reply.status,
      code: (JSON.parse(text) as { code?: string }).code,
      milliseconds: performance.now() - begun,
    }
  }
  const good = ({ status }: { status: number }) => status === 200

  const first = await createCoach()
  const alone: number[] = []
  for (let at = 0; at < 7; at++) alone.push((await register(first, true)).milliseconds)
  const coaches: Coach[] = []
  while (coaches.length < 200 / maxUnpaidTeams) coaches.push(await createCoach())
  const last = await createCoach()

  let reading = true
  const pages = { read: 0, failed: 0, slowest: 0 }
  const readers = Array.from({ length: 4 }, async () => {
    while (reading)
      for (const path of ['/', '/events', '/?lang=ar', '/support/']) {
        const begun = performance.now()
        const reply = await ask(path)
        await reply.arrayBuffer()
        pages.read++
        if (!reply.ok) pages.failed++
        pages.slowest = Math.max(pages.slowest, performance.now() - begun)
        await new Promise((later) => setTimeout(later, 20))
      }
  })
  const begun = performance.now()
  const sent: ReturnType<typeof register>[] = []
  for (let at = 0; at < 200; at++) {
    sent.push(register(coaches[at % coaches.length] as Coach, true))
    await new Promise((later) => setTimeout(later, Math.max(0, begun + (at + 1) * 300 - performance.now())))
  }
  const done = await Promise.all(sent)
  const seconds = (performance.now() - begun) / 1000
  reading = false
  await Promise.all(readers)

  const now = (await (
    await ask(`${getPath('GET /api/admin/competitions')}/?id=${competition._id}`, { headers: json })
  ).json()) as {
    competition: { teamCount: number }
  }
  const limit = await ask(getPath('PUT /api/admin/competitions'), {
    method: 'PUT',
    headers: json,
    body: JSON.stringify({ id: competition._id, maxTeams: now.competition.teamCount + 1 }),
  })
  if (!limit.ok) throw new Error(`no limit: ${await limit.text()}`)
  const raced = performance.now()
  const race = await Promise.all(Array.from({ length: 200 }, () => register(last, false)))
  const won = race.filter(good).length
  const refused = race.filter(({ code }) => code === 'no-places').length
  return {
    alone: {
      median: middle(alone),
      slowest: Math.max(...alone),
      pictureKilobytes: Math.round((pictures[0]?.size ?? 0) / 1024),
    },
    sustained: {
      sent: done.length,
      good: done.filter(good).length,
      seconds,
      median: middle(done.map(({ milliseconds }) => milliseconds)),
      slowest: Math.max(...done.map(({ milliseconds }) => milliseconds)),
      pages: pages.read,
      failedPages: pages.failed,
      slowestPage: pages.slowest,
    },
    lastPlace: {
      sent: race.length,
      won,
      refused,
      other: race.length - won - refused,
      seconds: (performance.now() - raced) / 1000,
    },
  }
}
