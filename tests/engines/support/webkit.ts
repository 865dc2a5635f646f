import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from '@playwright/test'
import { Builder, By, Key, type WebElement } from 'selenium-webdriver'
import { findFreePort } from '../../support/services/free-port.ts'
import { type Browser, tabSize, waitUntil } from './tab.ts'

/** Starts a program. `stop` ends it and the programs that it started. */
const startProgram = (path: string, args: string[], env: Record<string, string>) => {
  const child = spawn(path, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, ...env },
  })
  const hasEnded = once(child, 'exit')
  const kill = () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
  }
  process.once('exit', kill)
  return {
    output: child.stdout,
    hasEnded,
    stop: async () => {
      process.off('exit', kill)
      kill()
      await hasEnded
    },
  }
}

/** Starts a screen that nobody sees. */
const startScreen = async (path: string) => {
  const { width, height } = tabSize
  const args = ['-displayfd', '1', '-screen', '0', `${width}x${height + 100}x24`, '-nolisten', 'tcp']
  const { output, hasEnded, stop } = startProgram(path, args, {})
  const failure = hasEnded.then(([code]) => Promise.reject(new Error(`${path} ended with ${code}`)))
  const [number] = await Promise.race([once(createInterface(output), 'line'), failure])
  failure.catch(() => {})
  return { display: `:${number}`, stop }
}

/** Records what goes wrong in the page from now on, because the driver does not report it. */
const recordProblems = () => {
  const problems: string[] = []
  Object.assign(window, { problems })
  addEventListener('error', ({ message }) => problems.push(`error: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => problems.push(`error: ${reason}`))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    problems.push(`the content security policy rejected ${blockedURI} (${effectiveDirective})`),
  )
}
const readProblems = () => (window as { problems?: string[] }).problems ?? []

/** After this time, in milliseconds, the driver is started again: now and then its browser does not start, and it waits for ever. */
const maxOpeningMs = 20_000

/** Starts WebKitGTK on a screen of its own, which Selenium drives by WebDriver. */
export const openWebKit = async (driverPath: string, screenPath: string): Promise<Browser> => {
  const home = mkdtempSync(join(tmpdir(), 'botola-webkit-'))
  // an element that moves can be missed by a click
  mkdirSync(join(home, '.config', 'gtk-3.0'), { recursive: true })
  writeFileSync(join(home, '.config', 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const screen = await startScreen(screenPath)
  const startDriver = async () => {
    const port = await findFreePort()
    const { stop } = startProgram(driverPath, [`--port=${port}`], {
      DISPLAY: screen.display,
      HOME: home,
      LANG: 'C.UTF-8',
    })
    const address = `http://127.0.0.1:${port}`
    await waitUntil(async () => expect((await fetch(`${address}/status`)).ok).toBe(true))
    return { address, stop }
  }
  let server = await startDriver()
  const openWindow = async () => {
    const late = once(AbortSignal.timeout(maxOpeningMs), 'abort').then(() => {
      throw new Error('WebKit opens no window')
    })
    const driver = new Builder()
      .disableEnvironmentOverrides()
      .usingServer(server.address)
      .withCapabilities({ browserName: 'MiniBrowser' })
      .build()
    return Promise.race([driver, late])
  }
  const restartAndOpenWindow = async () => {
    await server.stop()
    server = await startDriver()
    return openWindow()
  }
  return {
    openTab: async () => {
      const driver = await openWindow().catch(restartAndOpenWindow).catch(restartAndOpenWindow)
      const rectangle = { x: 0, y: 0, ...tabSize }
      await driver.manage().window().setRect(rectangle)
      const problems: string[] = []
      const load = async (navigate: () => Promise<void>) => {
        problems.push(...(await driver.executeScript<string[]>(readProblems)))
        await navigate()
        await driver.executeScript(recordProblems)
      }
      const useWhenEnabled = (path: string, use: (element: WebElement) => Promise<void>) =>
        waitUntil(async () => {
          const element = await driver.findElement(By.xpath(path))
          expect([await element.isDisplayed(), await element.isEnabled()], path).toEqual([true, true])
          await use(element)
        })
      return {
        open: (to) => load(() => driver.get(to)),
        reload: () => load(() => driver.navigate().refresh()),
        isVisible: async (path) => {
          for (const element of await driver.findElements(By.xpath(path)))
            if (await element.isDisplayed()) return true
          return false
        },
        click: (path) => useWhenEnabled(path, (element) => element.click()),
        fill: (path, text) =>
          useWhenEnabled(path, async (element) => {
            await element.sendKeys(Key.chord(Key.CONTROL, 'a'))
            // a second call, because keys stay pressed until the end of a call
            await element.sendKeys(text)
          }),
        evaluate: (call, argument) => driver.executeScript(call, argument),
        close: async () => {
          problems.push(...(await driver.executeScript<string[]>(readProblems)))
          await driver.quit()
          return problems
        },
      }
    },
    close: async () => {
      await server.stop()
      await screen.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
