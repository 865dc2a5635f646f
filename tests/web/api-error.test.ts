import { expect, it } from 'vitest'
import { sendRequest } from '#web/shared/api/call.ts'

it('the message of an error reply does not have the name of the field, which its fields have', async () => {
  const body = {
    code: 'bad-input',
    msg: 'Some of the data is not valid. brand.name: Too long.',
    fields: [{ field: 'brand.name', msg: 'Too long.' }],
  }
  const reply = sendRequest(async () => Response.json(body, { status: 400 }), '/api/x')
  await expect(reply).rejects.toMatchObject({ message: 'Some of the data is not valid. Too long.', fields: { 'brand.name': 'Too long.' } })
})
