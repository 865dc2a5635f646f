import { Text } from '@mantine/core'
import type { Region } from '#contract/site/contents.schema.ts'
import type { Language } from '#i18n/languages.ts'
import { formatList } from '#i18n/text-direction.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** Shows the regions to which an account or an announcement is limited, in their order; nothing without a limit. */
export function RegionLimitText({
  regionIds,
  regions,
}: {
  regionIds: readonly string[] | null | undefined
  regions: readonly Region[]
}) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  if (!regionIds) return null
  const names = [
    ...regions.filter(({ id }) => regionIds.includes(id)).map(({ name }) => name[lang]),
    ...regionIds
      .filter((id) => !regions.some((region) => region.id === id))
      .map(() => t('adminUsers.unlistedRegion')),
  ]
  return (
    <Text size="xs" c="dimmed">
      {t('adminUsers.limitedTo', { regions: formatList(names, lang) })}
    </Text>
  )
}
