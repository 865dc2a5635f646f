import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getSmallImageName } from '#contract/site/small-image.ts'
import {
  createForm,
  createImageFile,
  type EventsApp,
  eventTexts,
  startEventsApp,
} from '../../support/api/events.ts'

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } })
const png = () => solid(300, 200).png().toBuffer()

/** Creates a GIF of three frames with different colours. */
const createAnimatedGif = async () => {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100], loop: 0 })
    .toBuffer()
}

/** Creates a JPEG whose header claims this size. */
const createClaimedJpeg = async (width: number, height: number, progressive = false) => {
  const bytes = await solid(64, 64).jpeg({ progressive }).toBuffer()
  const frame = bytes.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

/** Creates a PNG whose header claims too many pixels. */
const createHugePng = async () => {
  const bytes = Buffer.from(await png())
  bytes.writeUInt32BE(60_000, 16)
  bytes.writeUInt32BE(60_000, 20)
  // without a valid checksum of the header the file would only be damaged
  const { crc32 } = await import('node:zlib')
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

describe('images of an event', () => {
  let t: EventsApp
  beforeAll(async () => {
    t = await startEventsApp()
  })
  beforeEach(() => expect(t.stored()).toEqual([]))
  afterAll(() => t.close())

  const clean = async (id: string) => {
    await t.database.pool.query("update events set deleted_at = now() - interval '31 days' where id = $1", [
      id,
    ])
    const { createEventService } = await import('#server/event/events/service.ts')
    expect(await createEventService(t).purge()).toBe(1)
  }
  const fetched = async (path: string) => {
    const reply = await t.visitor(path)
    expect(reply.status).toBe(200)
    return reply.bytes
  }

  it('are re-encoded as upright WebP without metadata', async () => {
    const photo = await solid(400, 200)
      .withExif({
        IFD0: { Copyright: 'somebody', Make: 'camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '24/1 38/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    const turned = await sharp(photo).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await sharp(turned).metadata()).exif).toBeDefined()
    const event = await t.make({
      coverImage: createImageFile(turned, 'p.jpg', 'image/jpeg'),
      bannerImage: createImageFile(await png()),
    })
    expect(event.coverImage).toMatch(/^\/public\/uploads\/events\/[0-9a-f-]{36}\.webp$/)
    const cover = await fetched(event.coverImage)
    const facts = await sharp(cover).metadata()
    expect(facts).toMatchObject({ format: 'webp', width: 200, height: 400 })
    expect(facts.exif).toBeUndefined()
    expect(cover.includes('somebody')).toBe(false)
    expect(t.stored()).toHaveLength(2)
    await clean(event._id)
  })

  it('stay animated if they are an animated GIF', async () => {
    const event = await t.make({
      coverImage: createImageFile(await createAnimatedGif(), 'm.gif', 'image/gif'),
    })
    expect(await sharp(await fetched(event.coverImage), { animated: true }).metadata()).toMatchObject({
      format: 'webp',
      pages: 3,
      delay: [100, 100, 100],
    })
    await clean(event._id)
  })

  it('are shrunk but never enlarged', async () => {
    const event = await t.make({
      coverImage: createImageFile(await solid(3000, 1500).png().toBuffer()),
      bannerImage: createImageFile(await png()),
    })
    expect(await sharp(await fetched(event.coverImage)).metadata()).toMatchObject({
      width: 1200,
      height: 600,
    })
    expect(await sharp(await fetched(event.bannerImage)).metadata()).toMatchObject({
      width: 300,
      height: 200,
    })
    await clean(event._id)
  })

  it('lose data that is hidden behind them', async () => {
    const both = Buffer.concat([await png(), Buffer.from('<script>alert(1)</script><?php system("id") ?>')])
    const event = await t.make({ coverImage: createImageFile(both, 'x.php', 'text/html') })
    const kept = await fetched(event.coverImage)
    expect(kept.includes('<script')).toBe(false)
    await clean(event._id)
  })

  it.each([
    [
      'SVG',
      async () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'),
    ],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['text that begins like a GIF', async () => Buffer.from('GIF89a<script>alert(1)</script>')],
    ['nothing', async () => Buffer.alloc(0)],
    ['TIFF', () => solid(9, 9).tiff().toBuffer()],
    ['PDF', async () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj<</Type/Catalog>>endobj')],
    [
      'half a PNG',
      async () =>
        (
          await sharp({
            create: {
              width: 300,
              height: 300,
              channels: 3,
              noise: { type: 'gaussian', mean: 128, sigma: 60 },
              background: '#000',
            },
          })
            .png()
            .toBuffer()
        ).subarray(0, 2000),
    ],
  ])('are rejected and not stored: %s', async (_name, make) => {
    const before = await t.database.pool.query('select count(*)::int as n from events')
    // the valid banner of the same form must not be stored either
    const reply = await t.save({
      ...eventTexts,
      coverImage: createImageFile(await make()),
      bannerImage: createImageFile(await png()),
    })
    expect(reply.json()).toMatchObject({ success: false, code: 'bad-picture', field: 'coverImage' })
    expect(reply.status).toBe(422)
    expect(t.stored()).toEqual([])
    const after = await t.database.pool.query('select count(*)::int as n from events')
    expect(after.rows).toEqual(before.rows)
  })

  it('may be WebP, or a JPEG of more than 50 megapixels, which is read at a smaller scale', async () => {
    const event = await t.make({
      coverImage: createImageFile(await solid(9, 9).webp().toBuffer(), 'logo.webp', 'image/webp'),
      bannerImage: createImageFile(await solid(8192, 6144).jpeg().toBuffer(), 'p.jpg', 'image/jpeg'),
    })
    expect(await sharp(await fetched(event.coverImage)).metadata()).toMatchObject({
      format: 'webp',
      width: 9,
    })
    expect(await sharp(await fetched(event.bannerImage)).metadata()).toMatchObject({
      width: 2133,
      height: 1600,
    })
    await clean(event._id)
  })

  it.each([
    ['a JPEG', '200.1', () => createClaimedJpeg(20_001, 10_001)],
    ['a progressive JPEG, which is decoded as a whole', '50.4', () => createClaimedJpeg(8192, 6145, true)],
    ['a PNG', '3600', createHugePng],
  ])(
    'are rejected with too many pixels, with one message that has both limits: %s',
    async (_name, pixels, make) => {
      const file = createImageFile(await make())
      for (const lang of ['en', 'ar']) {
        const form = await createForm({ ...eventTexts, coverImage: file })
        const { msg, ...reply } = (await t.ask('POST', `/api/admin/events/?lang=${lang}`, form)).json()
        expect(reply).toMatchObject({ code: 'too-many-pixels', field: 'coverImage', fields: [{ msg }] })
        for (const text of [
          pixels,
          '200',
          '50',
          lang === 'en' ? 'JPG that is not progressive' : 'JPG غير التدريجية',
        ])
          expect(msg).toContain(text)
      }
      expect(t.stored()).toEqual([])
    },
  )

  it('are rejected above 10 MB with a message that says so', async () => {
    const reply = await t.save({
      ...eventTexts,
      coverImage: createImageFile(Buffer.alloc(10 * 1024 * 1024 + 1, 1)),
    })
    expect([reply.status, reply.json().code]).toEqual([413, 'picture-too-large'])
    expect(reply.json().field).toBe('coverImage')
    expect(reply.json().msg).toContain('10 MB')
  })

  it('are not stored when the record is rejected', async () => {
    const cover = createImageFile(await png())
    expect((await t.save({ ...eventTexts, title_ar: ' ', coverImage: cover })).json().code).toBe(
      'form-incomplete',
    )
    expect((await t.save({ ...eventTexts, region: 'atlantis', coverImage: cover })).json()).toMatchObject({
      code: 'bad-input',
      field: 'region',
    })
    expect(
      (await t.save({ ...eventTexts, id: '01890000-0000-7000-8000-000000000000', coverImage: cover })).status,
    ).toBe(404)
    const event = await t.make()
    expect(
      (await t.save({ ...eventTexts, id: event._id, version: '7', coverImage: cover })).json().code,
    ).toBe('stale-version')
    expect(t.stored()).toEqual([])
    await clean(event._id)
  })

  it('are removed when the database fails', async () => {
    await t.ownerPool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    )
    await t.ownerPool.query(
      'create trigger refuse before insert on audit_log for each row execute function refuse()',
    )
    try {
      expect((await t.save({ ...eventTexts, coverImage: createImageFile(await png()) })).status).toBe(500)
      expect(t.stored()).toEqual([])
      expect((await t.ask('GET', '/api/admin/events/')).json().totalItems).toBe(0)
    } finally {
      await t.ownerPool.query('drop trigger refuse on audit_log')
    }
  })

  it('of banners have a small image for phones', async () => {
    const [wide, narrow] = [await solid(1600, 800).png().toBuffer(), await png()]
    const event = await t.make({ coverImage: createImageFile(wide), bannerImage: createImageFile(wide) })
    expect(t.stored()).toHaveLength(3)
    const small = await sharp(await fetched(getSmallImageName(event.bannerImage))).metadata()
    expect([small.format, small.width, small.height]).toEqual(['webp', 1000, 500])
    const replaced = (
      await t.save({ ...eventTexts, id: event._id, bannerImage: createImageFile(narrow) }, 'PUT')
    ).json().event
    expect(t.stored()).toHaveLength(2)
    expect((await t.visitor(getSmallImageName(event.bannerImage))).status).toBe(404)
    // an image that is not wider is its own small image
    expect(await fetched(getSmallImageName(replaced.bannerImage))).toEqual(
      await fetched(replaced.bannerImage),
    )
    await clean(event._id)
    expect(t.stored()).toEqual([])
  })

  it('are replaced, kept and removed', async () => {
    const event = await t.make({
      coverImage: createImageFile(await png()),
      bannerImage: createImageFile(await png()),
    })
    const second = (
      await t.save({ ...eventTexts, id: event._id, coverImage: createImageFile(await png()) }, 'PUT')
    ).json().event
    expect(second.coverImage).not.toBe(event.coverImage)
    expect(second.bannerImage).toBe(event.bannerImage)
    expect((await t.visitor(event.coverImage)).status).toBe(404)
    expect(t.stored()).toHaveLength(2)
    // a text in place of a file is the path that the form has read, not a picture
    const third = (
      await t.save({ ...eventTexts, id: event._id, coverImage: second.coverImage, bannerImage: '' }, 'PUT')
    ).json().event
    expect([third.coverImage, third.bannerImage]).toEqual([second.coverImage, second.bannerImage])
    const bare = (
      await t.save({ ...eventTexts, id: event._id, removeCover: 'true', removeBanner: 'true' }, 'PUT')
    ).json().event
    expect([bare.coverImage, bare.bannerImage]).toEqual([null, null])
    expect(t.stored()).toEqual([])
    await clean(event._id)
  })
})
