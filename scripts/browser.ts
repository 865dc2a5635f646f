import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const browserPaths = [
  // Chromium without a user interface; browser tests take about a quarter less time with it
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const print = (text: string) => process.stderr.write(`${text}\n`)

const canInstallPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs packages of Debian. */
const installPackages = (packages: readonly string[]) => {
  print(`Installing ${packages.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]])
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
}

/**
 * Finds the Chromium for tests and benchmarks: `BOTOLA_BROWSER` or an installed one; otherwise installs it
 * (the package for root on Debian, else Playwright's own). Throws when that fails.
 */
export const findOrInstallBrowser = (): string => {
  const findInstalled = () =>
    [process.env.BOTOLA_BROWSER ?? '', ...browserPaths, chromium.executablePath()].find(
      (path) => path !== '' && existsSync(path),
    )
  const found = findInstalled()
  if (found) return found
  if (canInstallPackages()) installPackages(['chromium-headless-shell'])
  else {
    print('Installing Chromium …')
    spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  const installed = findInstalled()
  if (!installed)
    throw new Error('No Chromium was found or installed: set BOTOLA_BROWSER to the path of one.')
  return installed
}

/** The programs of the engines beside Chromium in which `tests/engines` runs. */
export const enginePrograms = {
  webkit: { driver: '/usr/bin/WebKitWebDriver', screen: '/usr/bin/Xvfb' },
  firefox: { browser: '/usr/bin/firefox-esr' },
} as const
export type Engine = keyof typeof enginePrograms

/** Tells which engines are installed, and which are not. */
export const listFoundAndMissingNonChromiumEngines = (): Record<'found' | 'missing', Engine[]> => {
  const isInstalled = (engine: Engine) =>
    Object.values(enginePrograms[engine]).every((path) => existsSync(path))
  const engines = ['webkit', 'firefox'] as const
  return {
    found: engines.filter(isInstalled),
    missing: engines.filter((engine) => !isInstalled(engine)),
  }
}

/**
 * Installs the engines that are missing when `CI` is set (the packages for root on Debian), and throws when
 * that fails. Elsewhere an engine may be missing.
 */
export const installMissingEnginesInCiAndList = (): Record<'found' | 'missing', Engine[]> => {
  const packages = ['webkit2gtk-driver', 'xvfb', 'firefox-esr']
  if (!process.env.CI || listFoundAndMissingNonChromiumEngines().missing.length === 0)
    return listFoundAndMissingNonChromiumEngines()
  if (canInstallPackages()) installPackages(packages)
  const engines = listFoundAndMissingNonChromiumEngines()
  if (engines.missing.length > 0)
    throw new Error(`${engines.missing.join(' and ')} not found: install ${packages.join(', ')}.`)
  return engines
}
