import type { RevertedField } from '#contract/rules/audit-revert.ts'
import { saveSettingsRequest } from '#contract/settings.schema.ts'
import { assertRevertedFieldsUnchanged } from '#server/features/audit/assert-reverted-fields-unchanged.ts'
import type { Actor } from '#server/features/audit/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { createSettingsService } from './service.ts'

/** Sets settings back with the save of the settings form; files stay as they are. Throws `revert-changed`, `bad-input`, and what the save throws. */
export const revertSettings = async (
  service: Pick<ReturnType<typeof createSettingsService>, 'read' | 'save'>,
  fields: readonly RevertedField[],
  actor: Actor,
): Promise<void> => {
  const { version, updatedAt: _updatedAt, ...current } = await service.read()
  assertRevertedFieldsUnchanged(current, fields)
  const values: Record<string, unknown> = { ...current }
  for (const { field, restored } of fields) {
    const isGroup = typeof restored === 'object' && restored !== null && !Array.isArray(restored)
    values[field] = isGroup ? { ...(values[field] as object), ...restored } : restored
  }
  const parsed = saveSettingsRequest.safeParse(values)
  if (!parsed.success) throw new AppError('bad-input')
  const { version: _version, ...settings } = parsed.data
  await service.save(settings, version, actor)
}
