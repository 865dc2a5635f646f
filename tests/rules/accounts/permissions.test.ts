import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasPermission, type Permission, permissions } from '#contract/accounts/permissions.ts'

const someOf = fc.subarray([...permissions])

it('administration includes every permission', () => {
  fc.assert(
    fc.property(someOf, fc.constantFrom(...permissions), (owned, needed) =>
      hasPermission([...owned, 'administration'], needed),
    ),
  )
})

it('without administration a permission is needed that the user has', () => {
  const owned = fc.subarray<Permission>(permissions.filter((permission) => permission !== 'administration'))
  fc.assert(
    fc.property(owned, someOf, (has, accepted) => {
      expect(hasPermission(has, accepted)).toBe(accepted.some((permission) => has.includes(permission)))
      expect(hasPermission(has, 'none')).toBe(true)
    }),
  )
})
