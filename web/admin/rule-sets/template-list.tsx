import { Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { RuleSetTemplate } from '#web/shared/api/admin/scores.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './rule-sets.module.css'

type TemplateListProps = { templates: readonly RuleSetTemplate[]; onChoose: (template: RuleSetTemplate) => void; isInDialog?: boolean }

/** Shows the templates of rule sets, each with a sentence about its ranking. */
export function RuleSetTemplateList({ templates, onChoose, isInDialog = false }: TemplateListProps) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <SimpleGrid component="ul" cols={{ base: 1, sm: 2, ...(isInDialog ? {} : { lg: 3 }) }} className={styles.list}>
      {templates.map((template) => (
        <Paper key={template.key} component="li" withBorder p="md">
          <Stack h="100%" justify="space-between" align="flex-start">
            <div>
              <Title order={3} size="h4">
                {template.label[lang]}
              </Title>
              <Text size="sm">{t(`adminRuleSets.templates.${template.key}`)}</Text>
            </div>
            <Button
              variant="default"
              aria-label={`${t('adminRuleSets.start')}: ${template.label[lang]}`}
              onClick={() => onChoose(template)}
            >
              {t('adminRuleSets.start')}
            </Button>
          </Stack>
        </Paper>
      ))}
    </SimpleGrid>
  )
}
