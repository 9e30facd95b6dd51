import { chromium } from '@playwright/test';
import { pathOf } from '/work/main/scripts/bench/drag';
import { CHROMIUM_ARGS, requireBrowser } from '/work/main/scripts/lib/browser';
import { serveDist, untilSettled } from '/work/main/scripts/lib/serve-dist';
import { longConversation } from '/work/main/scripts/bench/long-conversation';
const [control = 'scrubber', css = '', which='example', secs='4', cpuprof=''] = process.argv.slice(2);
const selector = control === 'scrubber' ? '[data-testid="scrubber"]' : '[data-lane="window"] [role="slider"]';
const server = await serveDist();
const browser = await chromium.launch({ executablePath: requireBrowser(), args: [...CHROMIUM_ARGS] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(server.url); await untilSettled(page, 600000);
if (which === 'long') {
  await page.getByTestId('file-input').setInputFiles({ name: 'l.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(longConversation(300))) });
  await page.locator(`[data-testid="scrubber"][aria-valuemax="300"]`).waitFor(); await untilSettled(page, 600000);
}
if (css) await page.addStyleTag({ content: css });
await page.waitForTimeout(800);
const path = await pathOf(page, selector);
await page.mouse.move(path.press.x, path.press.y); await page.mouse.down();
await browser.startTracing(page, { categories: ['toplevel','devtools.timeline','disabled-by-default-devtools.timeline','devtools.timeline.frame','disabled-by-default-devtools.timeline.frame','blink','cc','blink.user_timing','v8', ...(cpuprof?['disabled-by-default-v8.cpu_profiler']:[])] });
const session = await page.context().newCDPSession(page);
const started = performance.now(); const sent=[];
const SEC = Number(secs);
for (let i=1;i<=SEC*60;i++){ const due=started+i*1000/60; await new Promise(r=>setTimeout(r,Math.max(0,due-performance.now())));
 const w=path.right-path.left; const d=path.press.x-path.left+(i/60)*w; const f=((d%(2*w))+2*w)%(2*w); const x=path.left+(f<=w?f:2*w-f);
 sent.push(session.send('Input.dispatchMouseEvent',{type:'mouseMoved',x,y:path.press.y,button:'left',buttons:1})); }
await Promise.all(sent);
const buf = await browser.stopTracing(); await page.mouse.up(); await browser.close(); await server.close();
const ev = JSON.parse(buf.toString()).traceEvents as any[];
const count:any={}; for (const e of ev) if (e.name==='BeginMainThreadFrame') { const k=e.pid+':'+e.tid; count[k]=(count[k]??0)+1; }
const main=Object.entries(count).sort((a:any,b:any)=>b[1]-a[1])[0]![0];
const m=ev.filter(e=>e.pid+':'+e.tid===main);
const X=m.filter(e=>e.ph==='X'&&e.dur!==undefined).sort((a,b)=>a.ts-b.ts||b.dur-a.dur);
const begins=m.filter(e=>e.name==='BeginMainThreadFrame').map(e=>e.ts).sort((a,b)=>a-b);
// frames: tasks split
const tasks:any[]=[]; for(const e of X) if(e.name==='RunTask'||e.name==='ThreadControllerImpl::RunTask'){ const l=tasks.at(-1); if(!l||e.ts>=l.ts+l.dur) tasks.push(e);} 
const frames:any[]=[]; let nb=0;
for(const t of tasks){ let b=false; for(;nb<begins.length&&begins[nb]!<=t.ts+t.dur;nb++) b||=begins[nb]!>=t.ts; if(b) frames.push({tasks:[],wall:0}); const f=frames.at(-1); if(!f) continue; f.tasks.push(t); f.wall+=t.dur/1000; }
// self time per event
let st:any[]=[]; for(const e of X){ e.self=e.dur; while(st.length&&st.at(-1).ts+st.at(-1).dur<=e.ts) st.pop(); if(st.length) st.at(-1).self-=e.dur; st.push(e);} 
let xi=0; for(const f of frames){ f.self={}; f.inc={}; for(const t of f.tasks){ while(xi<X.length&&X[xi].ts<t.ts) xi++; for(let k=xi;k<X.length&&X[k].ts<t.ts+t.dur;k++){ const e=X[k]; f.self[e.name]=(f.self[e.name]??0)+e.self/1000; f.inc[e.name]=(f.inc[e.name]??0)+e.dur/1000; } } }
frames.sort((a,b)=>a.wall-b.wall);
const w=frames.map(f=>f.wall); const q=(p:number)=>w[Math.floor((w.length-1)*p)]!.toFixed(1);
console.log(`frames ${w.length} of ${SEC*60} p50 ${q(.5)} p75 ${q(.75)} p90 ${q(.9)} p95 ${q(.95)} max ${q(1)}`);
const agg=(fs:any[],key:string)=>{const o:any={}; for(const f of fs) for(const [k,v] of Object.entries(f[key])) o[k]=(o[k]??0)+(v as number)/fs.length; return Object.entries(o).sort((a:any,b:any)=>b[1]-a[1]);};
const top=frames.slice(Math.floor(frames.length*.85), Math.floor(frames.length*.98)), mid=frames.slice(Math.floor(frames.length*.4),Math.floor(frames.length*.6));
const pm=new Map(agg(mid,'self') as any), pi=new Map(agg(mid,'inc') as any), ti=new Map(agg(top,'inc') as any);
console.log('self ms: heavy(85-98%) | mid(40-60%) | inclusive heavy | inclusive mid');
for(const [k,v] of agg(top,'self').slice(0,30) as any) console.log(String(v.toFixed(2)).padStart(7), String(((pm.get(k) as number)??0).toFixed(2)).padStart(7), String(((ti.get(k) as number)??0).toFixed(2)).padStart(7), String(((pi.get(k) as number)??0).toFixed(2)).padStart(7), k);
if(cpuprof){ (await import('fs')).writeFileSync('/tmp/p/trace.json', buf); }
