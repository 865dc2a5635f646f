import type pg from 'pg'
import sharp from 'sharp'
import { getPath } from '#contract/platform/call-path.ts'
import { createSaudiId } from '../../support/data/national-ids.ts'
import { admin } from '../score-event.ts'

type Reply = { status: number; retryAfter: string | null; body: string }
const password = 'a password for the faults'

const send = async (url: string, init: RequestInit): Promise<Reply> => {
  const reply = await fetch(url, { method: 'POST', ...init })
  return { status: reply.status, retryAfter: reply.headers.get('retry-after'), body: await reply.text() }
}
const demand = (reply: Reply) => {
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.body}`)
  return JSON.parse(reply.body)
}

const signIn = async (address: string, email: string, secret: string, type: number) => {
  const reply = await fetch(`${address}${getPath('POST /api/adduser')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ national_id: email, loginType: 'email', password: secret, type }),
  })
  if (!reply.ok) throw new Error(`sign-in: ${reply.status} ${await reply.text()}`)
  return reply.headers.get('authorization') ?? ''
}

/** Returns a function that creates an event with a picture as an administrator. */
export const createPictureUpload = async (address: string) => {
  const authorization = await signIn(address, admin.email, admin.password, 4)
  const picture = new Blob([
    new Uint8Array(
      await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
        .png()
        .toBuffer(),
    ),
  ])
  let count = 0
  return () => {
    const form = new FormData()
    const texts = {
      title_en: 'With a picture',
      title_ar: 'مع صورة',
      description_en: 'x',
      description_ar: 'س',
      eventCode: `PICTURE-${count++}`,
    }
    for (const [name, value] of Object.entries(texts)) form.append(name, value)
    form.append('coverImage', picture, 'cover.png')
    return send(`${address}${getPath('GET /api/admin/events')}`, { headers: { authorization }, body: form })
  }
}

/**
 * Creates a coach with an unpaid team, and returns actions that need the bucket, the payment gateway and the
 * mail server. `owner` is a connection of the owner of the tables.
 */
export const createOfficeActions = async (address: string, owner: pg.Client) => {
  const authorization = await signIn(address, admin.email, admin.password, 4)
  const uploadPicture = await createPictureUpload(address)
  const coach = { fname: 'Omar', email: 'omar@faults.test', phone: '+966501234567', type: 1, password }
  demand(
    await send(`${address}${getPath('GET /api/admin/users')}`, {
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(coach),
    }),
  )
  const coachAuthorization = await signIn(address, coach.email, password, 0)
  await owner.query(`update competitions set fee = 15000, currency = 'SAR'`)
  const { rows } = await owner.query<{ id: string }>(
    `select id from competitions where slug = 'robo_mission'`,
  )
  const form = new FormData()
  const member = (name: string, number: number) => ({
    name,
    nationalId: createSaudiId(80_000_000 + number),
    birthDate: `${new Date().getUTCFullYear() - 12}-03-04`,
    gender: number % 2,
    consent: { guardian: 'Huda', contact: '+966501234567', agreed: true, publish: true },
  })
  const fields = {
    competitionId: String(rows[0]?.id),
    name: 'Falcons',
    schoolName: 'School of the Oasis',
    ageLevel: 'junior',
    coaches: JSON.stringify([{ name: 'Omar', email: coach.email, phone: coach.phone }]),
    members: JSON.stringify([member('Mona', 1), member('Sara', 2)]),
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  demand(
    await send(`${address}${getPath('GET /api/teams')}`, {
      headers: { authorization: coachAuthorization },
      body: form,
    }),
  )
  const teams = await owner.query<{ id: string }>(`select id from teams where name = 'Falcons'`)
  return {
    uploadPicture,
    countPictures: async () => {
      const found = await owner.query<{ count: number }>(
        `select count(*)::int as count from events where title_en = 'With a picture'`,
      )
      return found.rows[0]?.count ?? 0
    },
    startPayment: () =>
      send(`${address}${getPath('GET /api/payments')}/`, {
        headers: { 'content-type': 'application/json', authorization: coachAuthorization },
        body: JSON.stringify({ teamId: teams.rows[0]?.id }),
      }),
    /** Sends the support form, which emails a copy to the sender. */
    sendMessage: (email: string) =>
      send(`${address}${getPath('POST /api/support')}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          firstName: 'Mona',
          lastName: 'Adel',
          email,
          body: 'The ranking does not load on my phone.',
        }),
      }),
  }
}
