import { serveWorker, type WorkerScope } from '../worker-rpc';
import { createImportService } from './import-service';

serveWorker(self as unknown as WorkerScope, createImportService());
