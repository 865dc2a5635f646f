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
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    print('Installing Chromium from the system’s packages …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env })
    const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell']
    spawnSync('apt-get', install, { stdio: ['ignore', 'ignore', 'inherit'], env })
  } else {
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
