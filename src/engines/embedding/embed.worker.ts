import { serveWorker, type WorkerScope } from '../worker-rpc';
import { createEmbeddingService } from './embedding-service';

serveWorker(self as unknown as WorkerScope, createEmbeddingService());
