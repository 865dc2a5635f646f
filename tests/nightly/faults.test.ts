import { expect, test } from 'vitest'
import { faults } from '../load/faults/faults.ts'
import { NotRunError } from '../load/faults/not-run.ts'

test.for(faults)(
  '$name: a running installation comes back, and nothing acknowledged is lost or stored twice',
  { timeout: 600_000 },
  async ({ act }, { skip }) => {
    const result = await act({ times: 40, print: () => {} }).catch((error: unknown) => {
      if (error instanceof NotRunError) skip(error.message)
      throw error
    })
    expect(result).toMatchObject({ lost: 0, doubled: 0, problems: [] })
    expect(result.acknowledged).toBeGreaterThan(0)
  },
)
