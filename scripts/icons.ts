import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes the icons that pages import from web/shared/ui/icons.ts, from the drawings of the package @tabler/icons. To
 * use another icon, import it by the name that @tabler/icons-react gives it, such as `IconCalendarPlus`, and run
 * `node scripts/icons.ts`.
 */

const folder = 'web/assets/generated/icons'
const barrel = 'web/shared/ui/icons.ts'
const packageFolder = 'node_modules/@tabler/icons'
const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
  version: string
}

/** Returns the file name of an icon: `calendar-plus` of `IconCalendarPlus`. */
const toFileName = (name: string) =>
  name
    .replace(/^Icon/, '')
    .replace(/([a-z])([A-Z0-9])/g, '$1-$2')
    .replace(/([0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()

/** Returns the data of the paths of an icon. Throws when it has something else than paths. */
const readPaths = (name: string, isFilled: boolean): string[] => {
  const file = join(
    packageFolder,
    'icons',
    isFilled ? 'filled' : 'outline',
    `${toFileName(name).replace(/-filled$/, '')}.svg`,
  )
  const elements = readFileSync(file, 'utf8').match(/<(?!\/|svg\b)[^>]+>/g) ?? []
  return elements.flatMap((element) => {
    if (element.includes('M0 0h24v24H0z')) return []
    const path = /^<path d="([^"]+)" \/>$/.exec(element)?.[1]
    if (path === undefined) throw new Error(`${file} has "${element}"`)
    return [path]
  })
}

const sources = globSync('web/**/*.{ts,tsx}').filter((file) => !file.startsWith(folder) && file !== barrel)
const imports = sources.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '#web\/shared\/ui\/icons\.ts'/g)].flatMap(
    ([, list = '']) => list.match(/\bIcon[A-Z]\w*/g) ?? [],
  ),
)
const names = [...new Set(imports)].toSorted()

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const name of names) {
  const isFilled = name.endsWith('Filled')
  const paths = readPaths(name, isFilled)
  const list =
    paths.length === 1 ? `['${paths[0]}']` : `[\n${paths.map((path) => `  '${path}',\n`).join('')}]`
  writeFileSync(
    join(folder, `${toFileName(name)}.ts`),
    `import { createIcon } from '#web/shared/ui/create-icon.tsx'

export const ${name} = /* @__PURE__ */ createIcon(${list}${isFilled ? ', true' : ''})
`,
  )
}
const license = readFileSync(join(packageFolder, 'LICENSE'), 'utf8').trim().split('\n')
writeFileSync(
  barrel,
  `/*
 * The icons of the pages, written by scripts/icons.ts. Their drawings are those of Tabler Icons ${version}:
 *
${license.map((line) => ` * ${line}`.trimEnd()).join('\n')}
 */
${names.map((name) => `export { ${name} } from '#web/assets/generated/icons/${toFileName(name)}.ts'\n`).join('')}`,
)
